extension DryRunRecord {
    /// The services that cannot be built, for a reason that no other rule has.
    var failedFactories: [ValidationFinding] {
        let others: Set<ResolutionError.Code> = [
            .notRegistered, .argumentMismatch, .circularDependency, .incompatibleAlias,
        ]
        return failures.filter { !others.contains($0.code) && !isOfSample($0) }
            .once { $0.path.last?.dryRunID }
            .map { ValidationFinding(.factoryFailed, $0) }
    }
}
