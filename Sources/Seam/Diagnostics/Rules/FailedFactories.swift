extension DryRunRecord {
    /// The services that cannot be built, for a reason that no other rule has.
    var failedFactories: [ValidationFinding] {
        let others: Set<ResolutionError.Code> = [
            .notRegistered, .argumentMismatch, .circularDependency, .incompatibleAlias,
        ]
        var seen: Set<ServiceKey> = []
        var findings: [ValidationFinding] = []
        for failure in failures where !others.contains(failure.code) {
            guard let key = failure.path.last, seen.insert(key).inserted else { continue }
            findings.append(ValidationFinding(.factoryFailed, failure))
        }
        return findings
    }
}
