import Seam

/// Registers a thousand services and asks for a first one, in a container and in a table.
///
/// Meant to be measured before anything else, while the process has the memory and the caches of one that starts.
struct Launch {
    private let services = ThousandServices().entries

    func measure(with sampler: Sampler) -> LaunchReport {
        let firstFloor = ContinuousClock().measure { consume(firstServiceByHand(among: services)) }
        let firstSeam = ContinuousClock().measure { consume(firstService(among: services)) }
        let bytes = bytesPerRegistration()
        let samples = sampler.samples(of: pair)
        return LaunchReport(
            services: services.count,
            first: LaunchReport.Comparison(floor: firstFloor.nanoseconds / 1e3, seam: firstSeam.nanoseconds / 1e3),
            repeated: LaunchReport.Comparison(
                floor: Distribution(of: samples.floor).median / 1e3,
                seam: Distribution(of: samples.measured).median / 1e3
            ),
            ratio: samples.ratio,
            bytesPerRegistration: bytes
        )
    }

    private var pair: Pair {
        Pair { count in
            for _ in 0..<count { consume(firstServiceByHand(among: services)) }
        } seam: { count in
            for _ in 0..<count { consume(firstService(among: services)) }
        }
    }
}

extension Launch {
    /// The growth of resident memory by twenty thousand registrations, in twenty tables that are all kept.
    ///
    /// Many, because memory is given out in pages, and what earlier work has freed is used up first.
    private func bytesPerRegistration() -> LaunchReport.Comparison? {
        let floor = residentMemory(ofCopies: 20) { tableByHand(of: services) }
        let seam = residentMemory(ofCopies: 20) { registeredContainer(of: services) }
        // Until here, or the second could use the memory of the first.
        return withExtendedLifetime((floor.kept, seam.kept)) {
            guard let floor = floor.bytes, let seam = seam.bytes else { return nil }
            let registrations = Double(20 * services.count)
            return LaunchReport.Comparison(floor: Double(floor) / registrations, seam: Double(seam) / registrations)
        }
    }

    /// Makes copies; returns the resident bytes that they added, if the system reports them.
    private func residentMemory<Kept>(ofCopies copies: Int, _ make: () -> Kept) -> (kept: [Kept], bytes: Int?) {
        let before = ResidentMemory.bytes
        let kept = (0..<copies).map { _ in make() }
        guard let before, let after = ResidentMemory.bytes else { return (kept, nil) }
        return (kept, after - before)
    }
}

@inline(never)
private func firstServiceByHand(among services: [ServiceEntry]) -> any Linked {
    var table = tableByHand(of: services)
    let factory: @Sendable () -> LastLink = { LastLink() }
    table[ObjectIdentifier(LastLink.self)] = factory
    return rootByHand(in: table)
}

@inline(never)
private func firstService(among services: [ServiceEntry]) -> any Linked {
    let container = registeredContainer(of: services)
    container.register { LastLink() }
    return container.resolve(LastLink.self)
}
