import Seam
import TestKit

/// The services that the first use registers, and the course of that registration.
enum FirstUse {
    final class Greeting: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    final class Card: Sendable {
        let greeting: Greeting
        init(greeting: Greeting) { self.greeting = greeting }
    }

    /// Counts the runs of the registrations in this process.
    static let runs = Counter()

    private static let body = Box<@Sendable (Container) -> Void>({ _ in })

    /// Calls `body` at the end of the first registration, if set before the first use.
    static func onRegistration(_ body: @escaping @Sendable (Container) -> Void) {
        self.body.value = body
    }

    static func duringRegistration(_ run: Int, _ container: Container) {
        guard run == 1 else { return }
        body.value(container)
    }
}
