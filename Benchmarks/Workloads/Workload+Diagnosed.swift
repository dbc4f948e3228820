import Seam

extension Workload {
    /// The diagnostics: the cost of observation for those who do not observe, validations, and the text of an error.
    static var diagnosed: [Workload] { [observedBefore, validation, failedValidation, errorText] }

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
    static let validation = validation("validation of 1,000 services", finds: 0, .atMost(goal: 45, gate: 90)) { _ in }

    /// A dry run of such services, if the one that all of them need lacks another: that is one finding.
    static let failedValidation = validation(
        "validation of 1,000 services above a missing one",
        finds: 1,
        .atMost(goal: 100, gate: 200)
    ) { container in
        container.register((any Service).self, name: "0") { try $0.tryResolve(AbsentService.self) }
    }

    /// An error that looks for near misses among registrations of other types, and is read.
    static let errorText = Workload(
        "an error and its text, among 1,000 types",
        floor: "the names of the types, by String(describing:)",
        .atMost(goal: 1, gate: 2),
        countsObjects: false
    ) {
        let types = numberedServices(1_000)
        let container = Container.filled(with: types.count) { _ in }
        return Pair { count in
            for _ in 0..<count {
                for type in types { consume(String(describing: type).isEmpty) }
            }
        } seam: { count in
            for _ in 0..<count { consume(textOfMiss(in: container).isEmpty) }
        }
    }

    /// A validation, beside requests for the services of a container that lacks none.
    ///
    /// Both sides take milliseconds, so that a few rounds will do.
    private static func validation(
        _ name: String,
        finds count: Int,
        _ budget: Budget,
        _ change: @escaping @Sendable (Container) -> Void
    ) -> Workload {
        Workload(name: name, floor: "the services requested, each once", budget: budget) { sampler in
            let names = (0..<1_000).map { ServiceName("\($0)") }
            let complete = Container.dependentServices(names)
            let validated = Container.dependentServices(names)
            change(validated)
            let pair = Pair(operations: names.count) { repetitions in
                for _ in 0..<repetitions { resolveServices(names, from: complete) }
            } seam: { repetitions in
                for _ in 0..<repetitions { precondition(findings(in: validated) == count) }
            }
            return Outcome(of: sampler.taking(0.02).samples(of: pair), surplusObjects: nil)
        }
    }
}

extension Container {
    /// A container with services of these names, each of which needs the one with half its number.
    fileprivate static func dependentServices(_ names: [ServiceName]) -> Container {
        let container = Container()
        for (number, name) in names.enumerated() {
            let next = number > 0 ? names[number / 2] : nil
            container.register((any Service).self, name: name) { resolver in
                if let next { consume(try resolver.tryResolve((any Service).self, name: next)) }
                return LiveService()
            }
        }
        return container
    }
}

@inline(never)
private func resolveServices(_ names: [ServiceName], from container: Container) {
    for name in names { consume(container.resolve((any Service).self, name: name)) }
}

private func textOfMiss(in container: Container) -> String {
    do {
        consume(try container.tryResolve(AbsentService.self) as any Service)
        return ""
    } catch {
        return error.description
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
