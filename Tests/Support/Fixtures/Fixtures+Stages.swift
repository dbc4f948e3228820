package import Seam

extension Fixtures {
    /// Numbers as types.
    package enum Zero {}
    package enum Next<Number> {}

    /// A stage of any number.
    package protocol Floor: AnyObject, Sendable {
        var below: (any AnyObject & Sendable)? { get }
    }

    /// A service that is another type for every number.
    package final class Stage<Number>: Floor {
        package let below: (any AnyObject & Sendable)?
        package init(below: (any AnyObject & Sendable)?) { self.below = below }
    }

    package typealias StageRequest = @Sendable (Resolver) -> any AnyObject & Sendable

    /// Registers `count` stages in the `graph` scope, each a type of its own.
    ///
    /// - Parameters:
    ///   - isNested: Whether the factory of each asks for the one before it.
    ///   - container: The container of the registrations.
    ///   - made: Counts the instances.
    /// - Returns: The requests for them, in order.
    package static func registerStages(
        _ count: Int,
        nested isNested: Bool,
        in container: Container,
        made: Counter = Counter()
    ) -> [StageRequest] {
        var requests: [StageRequest] = []
        func register<Number>(_: Number.Type, remaining: Int) {
            guard remaining > 0 else { return }
            let below = isNested ? requests.last : nil
            container.register(Stage<Number>.self) { r in
                made.increment()
                return Stage(below: below?(r))
            }
            .scope(.graph)
            requests.append { $0.resolve(Stage<Number>.self) }
            register(Next<Number>.self, remaining: remaining - 1)
        }
        register(Zero.self, remaining: count)
        return requests
    }
}
