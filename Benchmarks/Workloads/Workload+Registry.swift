import Seam

extension Workload {
    /// The workloads that depend on the table of registrations rather than on a service.
    static var registry: [Workload] { [unregistered, registration, amongMany] }

    static let unregistered = Workload(
        "unregistered, optional",
        floor: "[ObjectIdentifier: Any] miss",
        .atMost(goal: 0.5, gate: 1)
    ) {
        let container = Container.filled { _ in }
        let table = tableByHand(of: ThousandServices().entries.prefix(100))
        return Pair { count in
            for _ in 0..<count { consume(isAbsentByHand(in: table)) }
        } seam: { count in
            for _ in 0..<count { consume(isAbsent(in: container)) }
        }
    }

    static let registration = Workload(
        "registration, 1,000 keys",
        floor: "1,000 closures into [ObjectIdentifier: Any]",
        .atMost(goal: 3, gate: 6)
    ) {
        let services = ThousandServices().entries
        return Pair(operations: services.count) { count in
            for _ in 0..<count { consume(tableByHand(of: services)) }
        } seam: { count in
            for _ in 0..<count { consume(registeredContainer(of: services)) }
        }
    }

    static let amongMany = Workload(
        "singleton among 10,000 registrations",
        floor: "among 10",
        .atMost(goal: 1.2, gate: 2)
    ) {
        let few = CrowdedContainer(registrations: 10)
        let many = CrowdedContainer(registrations: 10_000)
        return Pair(operations: CrowdedContainer.singletons, floor: few.resolveSingletons, seam: many.resolveSingletons)
    }
}

@inline(never)
private func isAbsent(in container: Container) -> Bool {
    container.optional(AbsentService.self) == nil
}

/// Registers these services in a new container.
@inline(never)
func registeredContainer(of services: [ServiceEntry]) -> Container {
    let container = Container()
    for service in services {
        service.register(container)
    }
    return container
}
