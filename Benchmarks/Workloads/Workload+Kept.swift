import Seam

extension Workload {
    /// Services that exist already.
    static var kept: [Workload] { [singleton, cached, shared] }

    static let singleton = Workload(
        "singleton, ready",
        floor: "static let of an existential",
        .atMost(goal: 2, gate: 4)
    ) {
        keptPair(scope: .singleton)
    }

    static let cached = Workload(
        "cached, ready",
        floor: "static let of an existential",
        .atMost(goal: 4, gate: 8)
    ) {
        keptPair(scope: .cached)
    }

    static let shared = Workload(
        "shared (weak), ready",
        floor: "weak load of the same object",
        .atMost(goal: 2, gate: 4)
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

    private static func keptPair(scope: Scope) -> Pair {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(scope)
        }
        return Pair { count in
            for _ in 0..<count { consume(singletonByHand()) }
        } seam: { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }
}

/// Asks a container for the service, in any scope.
@inline(never)
func resolveService(from container: Container) -> any Service {
    container.resolve()
}
