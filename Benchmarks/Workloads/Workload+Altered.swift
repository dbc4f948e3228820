import Seam

extension Workload {
    /// Services that a decorator or a hook changes after they are built.
    static var altered: [Workload] { [decorated, hooked] }

    static let decorated = Workload(
        "unique, decorated",
        floor: "one object",
        .atMost(goal: 3, gate: 6, provisionally: 7)
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
}
