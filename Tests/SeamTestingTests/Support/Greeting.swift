import Seam
import TestKit

/// A service that tests override.
final class Greeting: Sendable {
    let text: String
    /// Counts the uses of this instance.
    let uses = Counter()

    init(_ text: String) { self.text = text }
}
