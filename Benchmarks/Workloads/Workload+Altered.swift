import Seam

extension Workload {
    /// Services that a decorator or a hook changes after they are built, services of the main actor, and those that are
    /// asked for by another type.
    static var altered: [Workload] {
        [decorated, hooked, resolvedHook, resolvedHooks, ofMainActor, aliased, aliasedByClosure, optionalType]
    }

    static let decorated = Workload(
        "unique, decorated",
        floor: "one object",
        .atMost(goal: 3, gate: 6)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
            container.decorate((any Service).self) { service, _ in service }
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let hooked = Workload(
        "unique, with a hook",
        floor: "one object",
        .atMost(goal: 4, gate: 8)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }.onCreate { service, _ in consume(service) }
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let resolvedHook = Workload(
        "unique, with onResolved",
        floor: "one object",
        .atMost(goal: 4, gate: 8)
    ) {
        let container = containerWithResolvedHook()
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    /// The workloads run on the main thread, where the request finds the main actor.
    static let ofMainActor = Workload(
        "unique, of the main actor",
        floor: "one object",
        .atMost(goal: 4, gate: 8)
    ) {
        let container = Container.filled { container in
            container.registerOnMainActor((any Service).self) { LiveService() }
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let resolvedHooks = Workload(
        "three with onResolved, in the factory of a fourth",
        floor: "four objects",
        .atMost(goal: 15, gate: 30)
    ) {
        let container = containerWithResolvedHook()
        container.register { services in
            for _ in 0..<3 { consume(services.resolve((any Service).self)) }
            return Four()
        }
        return Pair { count in
            oneObject(4 * count)
        } seam: { count in
            for _ in 0..<count { consume(container.resolve(Four.self)) }
        }
    }

    private final class Four {}

    private static func containerWithResolvedHook() -> Container {
        Container.filled { container in
            container.register((any Service).self) { LiveService() }.onResolved { service, _ in consume(service) }
        }
    }

    static let aliased = Workload(
        "alias of a ready singleton",
        floor: "one object",
        .atMost(goal: 5, gate: 10)
    ) {
        let container = Container.filled { container in
            container.register { LiveService() }.scope(.singleton).implements((any Service).self)
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let aliasedByClosure = Workload(
        "alias of a ready singleton, by a closure",
        floor: "one object",
        .atMost(goal: 3, gate: 6)
    ) {
        let container = Container.filled { container in
            container.register { LiveService() }.scope(.singleton).implements((any Service).self) { $0 }
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let optionalType = Workload(
        "T?, hit",
        floor: "one object",
        .atMost(goal: 5, gate: 10)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveOptionalType(from: container)) }
        }
    }
}

@inline(never)
private func resolveOptionalType(from container: Container) -> (any Service)? {
    container.resolve((any Service)?.self)
}
