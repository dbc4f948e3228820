import Seam

extension Workload {
    /// Services that a decorator or a hook changes after they are built, or that are asked for by another type.
    static var altered: [Workload] { [decorated, hooked, aliased, aliasedByClosure, optionalType] }

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
