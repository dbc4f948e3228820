import Seam

/// One side of the comparison of launches; each is measured in a process that does nothing of the other.
enum LaunchSide: String, CaseIterable, Sendable {
    case floor
    case seam
    /// Seam, with all services registered as singletons.
    case singletons
}

extension LaunchSide {
    /// Measures this side: first its cold launch, then its registrations when everything is warm.
    ///
    /// - Precondition: The process has done nothing before.
    func measure() -> LaunchSample {
        let services = ThousandServices().entries
        let cold = ContinuousClock().measure { consume(launch(services)) }
        let bytes = bytesPerRegistration(of: services)
        let warm = (0..<101).map { _ in ContinuousClock().measure { registerAll(services) }.nanoseconds }
        return LaunchSample(
            cold: cold.nanoseconds,
            registration: Distribution(of: warm).median / Double(services.count),
            bytesPerRegistration: bytes
        )
    }

    private func launch(_ services: [ServiceEntry]) -> any Linked {
        switch self {
        case .floor: firstServiceByHand(among: services)
        case .seam: firstService(in: registeredContainer(of: services))
        case .singletons: firstService(in: containerWithSingletons(of: services))
        }
    }

    private func registerAll(_ services: [ServiceEntry]) {
        switch self {
        case .floor: consume(tableByHand(of: services))
        case .seam: consume(registeredContainer(of: services))
        case .singletons: consume(containerWithSingletons(of: services))
        }
    }

    /// Resident memory that twenty thousand registrations add, in twenty tables that are all kept, for each of them.
    ///
    /// Many, because memory is given out in pages.
    private func bytesPerRegistration(of services: [ServiceEntry]) -> Double? {
        let copies = 20
        guard let before = ResidentMemory.bytes else { return nil }
        let kept: [Any] = (0..<copies)
            .map { _ in
                switch self {
                case .floor: tableByHand(of: services)
                case .seam: registeredContainer(of: services)
                case .singletons: containerWithSingletons(of: services)
                }
            }
        return withExtendedLifetime(kept) {
            ResidentMemory.bytes.map { Double($0 - before) / Double(copies * services.count) }
        }
    }
}

@inline(never)
private func firstServiceByHand(among services: [ServiceEntry]) -> any Linked {
    var table = tableByHand(of: services)
    table[ObjectIdentifier(LastLink.self)] = { LastLink() }
    return rootByHand(in: table)
}

@inline(never)
private func firstService(in container: Container) -> any Linked {
    container.register { LastLink() }
    return container.resolve(LastLink.self)
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

/// Registers these services as singletons in a new container.
@inline(never)
private func containerWithSingletons(of services: [ServiceEntry]) -> Container {
    let container = Container()
    for service in services {
        service.registerSingleton(container)
    }
    return container
}
