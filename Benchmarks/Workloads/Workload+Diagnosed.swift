import Seam

extension Workload {
    /// The diagnostics: the cost of observation for those who do not observe, and validations.
    static var diagnosed: [Workload] { [observedBefore, validation, failedValidation] }

    static let observedBefore = Workload(
        "unique, after an observer was cancelled",
        floor: "the same, never observed",
        .atMost(goal: 1.1, gate: 1.5)
    ) {
        let never = Container.filled { $0.register((any Service).self) { LiveService() } }
        let before = Container.filled { $0.register((any Service).self) { LiveService() } }
        let token = before.observe { _ in }
        consume(resolveService(from: before))
        token.cancel()
        return Pair { count in
            for _ in 0..<count { consume(resolveService(from: never)) }
        } seam: { count in
            for _ in 0..<count { consume(resolveService(from: before)) }
        }
    }

    /// A dry run of a thousand services of which each needs another one, up to ten levels deep.
    static let validation = validation("validation of 1,000 services, in seconds", finds: 0, .atMost(goal: 1, gate: 2))
    { _ in }

    /// A dry run of such services, if the one that all of them need lacks another: that is one finding.
    static let failedValidation = validation(
        "validation of 1,000 services above a missing one, in seconds",
        finds: 1,
        .atMost(goal: 0.2, gate: 1)
    ) { container in
        container.register((any Service).self, name: "0") { try $0.tryResolve(AbsentService.self) }
    }

    private static func validation(
        _ name: String,
        finds count: Int,
        _ budget: Budget,
        _ change: @escaping @Sendable (Container) -> Void
    ) -> Workload {
        Workload(name: name, floor: "one second", budget: budget) { sampler in
            let container = Container.dependentServices(1_000)
            change(container)
            let samples = (0..<sampler.taking(0.02).rounds)
                .map { _ in
                    let start = ContinuousClock.now
                    precondition(findings(in: container) == count)
                    return start.duration(to: .now).nanoseconds / 1e9
                }
            return Outcome(ratio: Distribution(of: samples))
        }
    }
}

extension Container {
    /// A container with that many services, each of which needs the one with half its number.
    fileprivate static func dependentServices(_ count: Int) -> Container {
        let container = Container()
        for number in 0..<count {
            container.register((any Service).self, name: ServiceName("\(number)")) { resolver in
                if number > 0 {
                    consume(try resolver.tryResolve((any Service).self, name: ServiceName("\(number / 2)")))
                }
                return LiveService()
            }
        }
        return container
    }
}

private func findings(in container: Container) -> Int {
    do {
        try container.validate()
        return 0
    } catch {
        return error.findings.count
    }
}
