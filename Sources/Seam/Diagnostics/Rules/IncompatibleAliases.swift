extension DryRunRecord {
    /// The aliases that instances do not implement, and the circles of aliases, each once.
    var incompatibleAliases: [ValidationFinding] {
        failures.filter { $0.code == .incompatibleAlias }
            .once { Self.aliases(at: $0.path) }
            .map { ValidationFinding(.incompatibleAlias, $0) }
    }

    /// The aliases of the circle that a path ends in, or else the last one of the path.
    private static func aliases(at path: [ServiceKey]) -> Set<ID> {
        let circle = circle(at: path).map(\.dryRunID)
        return Set(circle.first == circle.last ? circle : circle.suffix(1))
    }
}
