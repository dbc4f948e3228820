import Seam

extension Workload {
    /// Services that exist already.
    static var kept: [Workload] {
        [singleton, cached, shared, keptByContainer, cachedForAWhile, cachedByArgument, readyInFactory]
    }

    static let singleton = Workload(
        "singleton, ready",
        floor: "static let of an existential",
        .atMost(goal: 1.6, gate: 4)
    ) {
        keptPair(scope: .singleton)
    }

    static let cached = Workload(
        "cached, ready",
        floor: "static let of an existential",
        .atMost(goal: 1.6, gate: 4)
    ) {
        keptPair(scope: .cached)
    }

    static let shared = Workload(
        "shared (weak), ready",
        floor: "weak load of the same object",
        .atMost(goal: 1.2, gate: 3)
    ) {
        let owner = LiveService()
        let weaklyKept = WeaklyKept(owner)
        let container = Container.filled { container in
            container.register((any Service).self) { owner }.scope(.shared)
        }
        return Pair { count in
            withExtendedLifetime(owner) {
                for _ in 0..<count { consume(weaklyKept.load()) }
            }
        } seam: { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let keptByContainer = Workload(
        ".container, ready",
        floor: "one object",
        .atMost(goal: 2, gate: 5)
    ) {
        keptPair(scope: .container, floor: oneObject)
    }

    static let cachedForAWhile = Workload(
        ".cached(for:), ready",
        floor: "one object",
        .atMost(goal: 2, gate: 5)
    ) {
        keptPair(scope: .cached(for: .seconds(86_400)), floor: oneObject)
    }

    static let cachedByArgument = Workload(
        "cached by an Int argument, ready",
        floor: "one object",
        .atMost(goal: 4, gate: 8)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { _, userID in UserService(userID: userID) }.scope(.cached)
        }
        return Pair(floor: oneObject) { count in
            for repetition in 0..<count { consume(resolveUser(repetition & 7, from: container)) }
        }
    }

    static let readyInFactory = Workload(
        "singleton, ready, in the factory of a cached service",
        floor: "one object",
        .atMost(goal: 8, gate: 16)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(.singleton)
        }
        return Pair(floor: oneObject) { count in
            container.register { services in
                for _ in 0..<count { consume(resolveService(from: services.container)) }
                return Done()
            }
            .scope(.cached)
            consume(container.resolve(Done.self))
        }
    }

    private final class Done: Sendable {}

    private static func keptPair(
        scope: Scope,
        floor: @escaping (Int) -> Void = { count in for _ in 0..<count { consume(singletonByHand()) } }
    ) -> Pair {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(scope)
        }
        return Pair(floor: floor) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }
}

/// Asks a container for the service, in any scope.
@inline(never)
func resolveService(from container: Container) -> any Service {
    container.resolve()
}
