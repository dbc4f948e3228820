extension DryRunRecord {
    /// The services that cannot be built, for a reason that no other rule has.
    var failedFactories: [ValidationFinding] {
        let others: Set<ResolutionError.Code> = [
            .notRegistered, .argumentMismatch, .circularDependency, .incompatibleAlias,
        ]
        var seen: Set<ID> = []
        var findings: [ValidationFinding] = []
        for failure in failures where !others.contains(failure.code) && !isOfSample(failure) {
            guard let id = failure.path.last?.dryRunID, seen.insert(id).inserted else { continue }
            findings.append(ValidationFinding(.factoryFailed, failure))
        }
        return findings
    }
}
