/// A launch: a thousand services are registered and a first one is asked for.
///
/// Each sample is taken in a process of its own, one for each side in turns, because the first work of a process pays
/// for what later work finds ready.
struct Launch: Sendable {
    static let services = 1000

    /// The side that is compared with the floor.
    let side: LaunchSide
    /// The number of processes that are started for each side.
    let rounds: Int

    init(_ sampler: Sampler, of side: LaunchSide = .seam) {
        self.side = side
        rounds = max(7, sampler.rounds / 50)
    }

    /// Starts the processes.
    ///
    /// - Throws: An error of ``OwnProcess/answer(to:)``.
    func samples() throws -> (floor: [LaunchSample], seam: [LaunchSample]) {
        var samples: [LaunchSide: [LaunchSample]] = [:]
        for round in 0..<rounds {
            for side in round.isMultiple(of: 2) ? [LaunchSide.floor, side] : [side, .floor] {
                samples[side, default: []].append(try OwnProcess.answer(to: ["--launch", side.rawValue]))
            }
        }
        return (samples[.floor] ?? [], samples[side] ?? [])
    }

    /// Compares one value of the samples.
    func compare(_ value: (LaunchSample) -> Double) throws -> PairedSamples {
        let samples = try samples()
        var compared = PairedSamples()
        for (floor, seam) in zip(samples.floor, samples.seam) {
            compared.append(floor: value(floor), measured: value(seam))
        }
        return compared
    }

    func measure() throws -> LaunchReport {
        let samples = try samples()
        func median(_ samples: [LaunchSample], _ value: (LaunchSample) -> Double) -> Double {
            Distribution(of: samples.map(value)).median
        }
        func comparison(_ value: (LaunchSample) -> Double) -> LaunchReport.Comparison {
            LaunchReport.Comparison(floor: median(samples.floor, value), seam: median(samples.seam, value))
        }
        let tellsBytes = (samples.floor + samples.seam).allSatisfy { $0.bytesPerRegistration != nil }
        return LaunchReport(
            services: Self.services,
            cold: comparison { $0.cold / 1e3 },
            warm: comparison { $0.registration * Double(Self.services) / 1e3 },
            bytesPerRegistration: tellsBytes ? comparison { $0.bytesPerRegistration ?? 0 } : nil
        )
    }
}

/// Measurements of one side, from one process.
struct LaunchSample: Equatable, Sendable, Codable {
    /// Nanoseconds until the services are registered and the first one is made, in a process that just started.
    let cold: Double
    /// Nanoseconds for one registration, if everything is warm.
    let registration: Double
    /// Resident bytes for one registration; `nil` if the system does not tell.
    let bytesPerRegistration: Double?
}

/// Costs of the start of a program that registers its services and asks for a first one.
struct LaunchReport: Equatable, Sendable, Codable {
    /// One value of each side, the median of several processes.
    struct Comparison: Equatable, Sendable, Codable {
        let floor: Double
        let seam: Double
    }

    /// The number of registered services.
    let services: Int
    /// The first time in a process, with a first resolution, in microseconds.
    let cold: Comparison
    /// The registrations alone, if everything is warm, in microseconds.
    let warm: Comparison
    /// Resident bytes for one registration; `nil` if the system does not tell.
    let bytesPerRegistration: Comparison?
}
