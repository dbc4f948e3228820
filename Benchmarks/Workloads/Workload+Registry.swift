import Seam

extension Workload {
    /// Costs of the table of registrations rather than of a service.
    static var registry: [Workload] { [unregistered, unregisteredName, amongMany] }

    static let unregistered = Workload(
        "unregistered, optional, by type",
        floor: "[ObjectIdentifier: Any] miss",
        .atMost(goal: 0.6, gate: 1)
    ) {
        missPair(isAbsent)
    }

    static let unregisteredName = Workload(
        "unregistered, optional, by name",
        floor: "[ObjectIdentifier: Any] miss",
        .atMost(goal: 1.5, gate: 3)
    ) {
        missPair(isNameAbsent)
    }

    static let amongMany = Workload(
        "singleton among 10,000 registrations",
        floor: "among 10",
        .atMost(goal: 1.1, gate: 2)
    ) {
        let few = CrowdedContainer(registrations: 10)
        let many = CrowdedContainer(registrations: 10_000)
        return Pair(operations: CrowdedContainer.singletons, floor: few.resolveSingletons, seam: many.resolveSingletons)
    }

    private static func missPair(_ isAbsent: @escaping (Container) -> Bool) -> Pair {
        let container = Container.filled { _ in }
        let table = tableByHand(of: numberedServices(100))
        return Pair { count in
            for _ in 0..<count { consume(isAbsentByHand(in: table)) }
        } seam: { count in
            for _ in 0..<count { consume(isAbsent(container)) }
        }
    }
}

extension ServiceName {
    fileprivate static let absent: Self = "absent"
}

@inline(never)
private func isAbsent(in container: Container) -> Bool {
    container.optional(AbsentService.self) == nil
}

@inline(never)
private func isNameAbsent(in container: Container) -> Bool {
    container.optional(AbsentService.self, name: .absent) == nil
}
