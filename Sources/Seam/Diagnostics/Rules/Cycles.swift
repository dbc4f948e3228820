extension DryRunRecord {
    /// The circles of services that need each other, each once, whichever of their services is asked for first.
    var cycles: [ValidationFinding] {
        failures.filter { $0.code == .circularDependency }
            .map { (failure: $0, circle: Self.circle(at: $0.path)) }
            .once { Set($0.circle.map(\.dryRunID)) }
            .map { ValidationFinding(.cycle, $0.failure, path: $0.circle) }
    }

    /// The part of a path that begins and ends with the service that needs itself.
    static func circle(at path: [ServiceKey]) -> [ServiceKey] {
        guard let last = path.last?.dryRunID,
            let first = path.dropLast().lastIndex(where: { $0.dryRunID == last })
        else { return path }
        return Array(path[first...])
    }

    /// The services of a path, without what is made of others, such as arrays.
    func nodes(of path: [ServiceKey]) -> [ID] { path.map(\.dryRunID).filter { self[$0] != nil } }
}
