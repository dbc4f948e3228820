import Seam
import Synchronization

/// A service that tests override.
final class Greeting: Sendable {
    let text: String
    /// Counts who has used this instance.
    let uses = Uses()

    init(_ text: String) { self.text = text }

    final class Uses: Sendable {
        private let count = Atomic<Int>(0)

        func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}

/// A container that nobody is meant to hold.
final class WeakContainer: Sendable {
    private struct Reference: Sendable {
        weak var container: Container?
    }

    private let reference = Mutex(Reference())

    var container: Container? { reference.withLock { $0.container } }

    func note(_ container: Container) { reference.withLock { $0.container = container } }
}
