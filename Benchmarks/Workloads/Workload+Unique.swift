import Seam

extension Workload {
    /// Services that are made for every request.
    static var unique: [Workload] { [uniqueService, named, oneArgument, convertedArgument, optionalHit] }

    static let uniqueService = Workload(
        "unique, no dependencies",
        floor: "Impl() as any P",
        .atMost(goal: 1.3, gate: 1.8)
    ) {
        let container = Container.filled { registerScreen(in: $0) }
        return Pair(
            floor: oneObject,
            callers: [
                { count in for _ in 0..<count { consume(resolveLogger(from: container)) } },
                { count in for _ in 0..<count { consume(resolveStorage(from: container)) } },
                { count in for _ in 0..<count { consume(resolveSender(from: container)) } },
            ]
        )
    }

    static let named = Workload(
        "unique, named",
        floor: "Impl() as any P",
        .atMost(goal: 1.4, gate: 2)
    ) {
        let container = Container.filled { container in
            container.register((any Logging).self, name: .backup) { Logger() }
            container.register((any Storing).self, name: .backup) { Storage() }
            container.register((any Sending).self, name: .backup) { Sender() }
        }
        return Pair(
            floor: oneObject,
            callers: [
                { count in for _ in 0..<count { consume(resolveNamedLogger(from: container)) } },
                { count in for _ in 0..<count { consume(resolveNamedStorage(from: container)) } },
                { count in for _ in 0..<count { consume(resolveNamedSender(from: container)) } },
            ]
        )
    }

    static let oneArgument = Workload(
        "unique, one Int argument",
        floor: "Impl(id) as any P",
        .atMost(goal: 1.4, gate: 2)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { _, userID in UserService(userID: userID) }
        }
        return Pair { count in
            for userID in 0..<count { consume(userByHand(userID)) }
        } seam: { count in
            for userID in 0..<count { consume(resolveUser(userID, from: container)) }
        }
    }

    static let convertedArgument = Workload(
        "unique, an Int argument for an Int?",
        floor: "Impl(id) as any P",
        .atMost(goal: 80, gate: 160)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { (_, userID: Int?) in UserService(userID: userID ?? 0) }
        }
        return Pair { count in
            for userID in 0..<count { consume(userByHand(userID)) }
        } seam: { count in
            for userID in 0..<count { consume(resolveUser(userID, from: container)) }
        }
    }

    static let optionalHit = Workload(
        "optional, hit",
        floor: "one object",
        .atMost(goal: 2, gate: 4)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(optionalService(from: container)) }
        }
    }

    /// Makes services by hand, one for each repetition: the floor named "one object".
    static let oneObject: @Sendable (Int) -> Void = { count in
        for _ in 0..<count { consume(serviceByHand()) }
    }
}

extension ServiceName {
    fileprivate static let backup: Self = "backup"
}

@inline(never)
private func resolveLogger(from container: Container) -> any Logging {
    container.resolve()
}

@inline(never)
private func resolveStorage(from container: Container) -> any Storing {
    container.resolve()
}

@inline(never)
private func resolveSender(from container: Container) -> any Sending {
    container.resolve()
}

@inline(never)
private func resolveNamedLogger(from container: Container) -> any Logging {
    container.resolve(name: .backup)
}

@inline(never)
private func resolveNamedStorage(from container: Container) -> any Storing {
    container.resolve(name: .backup)
}

@inline(never)
private func resolveNamedSender(from container: Container) -> any Sending {
    container.resolve(name: .backup)
}

@inline(never)
private func optionalService(from container: Container) -> (any Service)? {
    container.optional()
}

/// Asks a container for the service with this argument, in any scope.
@inline(never)
func resolveUser(_ userID: Int, from container: Container) -> any Service {
    container.resolve(arguments: userID)
}

extension Workload {
    /// The greatest number of objects that a resolution allocates besides the service; the goal is 0.
    static let surplusObjects = Workload(
        name: "objects allocated beyond the service itself",
        floor: "0",
        budget: .atMost(goal: 0, gate: 0),
        isMeasurable: countsObjects
    ) { _ in
        let once = Sampler(rounds: 1, sampleDuration: .nanoseconds(1))
        let worst = greatest(
            of: try [singleton, cached, shared, uniqueService, named, oneArgument, tenObjects]
                .map { try $0.measure(once).surplusObjects }
        )
        return Outcome(ratio: worst.map(Distribution.init(exactly:)), surplusObjects: worst)
    }

    /// The greatest of some counts; `nil` if one of them is missing, which might have been the greatest.
    static func greatest(of counts: [Double?]) -> Double? {
        let known = counts.compactMap(\.self)
        return known.count == counts.count ? known.max() : nil
    }
}
