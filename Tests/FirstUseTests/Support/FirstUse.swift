import Seam
import Synchronization

/// What the registrations of the first use consist of, and what tests know about their course.
enum FirstUse {
    final class Greeting: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    final class Card: Sendable {
        let greeting: Greeting
        init(greeting: Greeting) { self.greeting = greeting }
    }

    final class Counter: Sendable {
        private let count = Atomic<Int>(0)

        var value: Int { count.load(ordering: .sequentiallyConsistent) }

        @discardableResult
        func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
    }

    /// How often the registrations were made in this process.
    static let runs = Counter()

    private static let body = Mutex<@Sendable (Container) -> Void>({ _ in })

    /// Has `body` called at the end of the first registration; to be called before the first use.
    static func onRegistration(_ body: @escaping @Sendable (Container) -> Void) {
        self.body.withLock { $0 = body }
    }

    static func duringRegistration(_ run: Int, _ container: Container) {
        guard run == 1 else { return }
        body.withLock { $0 }(container)
    }
}
