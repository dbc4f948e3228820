extension DryRunRecord {
    /// The aliases that instances do not implement, and the rings of aliases.
    var incompatibleAliases: [ValidationFinding] {
        var seen: Set<ServiceKey> = []
        return failures.filter { $0.code == .incompatibleAlias && seen.insert($0.path.last ?? $0.path[0]).inserted }
            .map { ValidationFinding(.incompatibleAlias, $0) }
    }
}
