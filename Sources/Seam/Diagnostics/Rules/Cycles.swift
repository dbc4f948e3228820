extension DryRunRecord {
    /// The circles of services that need each other, each once, wherever it is entered.
    var cycles: [ValidationFinding] {
        var seen: Set<Set<ID>> = []
        var findings: [ValidationFinding] = []
        for failure in failures where failure.code == .circularDependency {
            let circle = Self.circle(at: failure.path)
            guard seen.insert(Set(circle.map(\.dryRunID))).inserted else { continue }
            findings.append(ValidationFinding(.cycle, failure, path: circle))
        }
        return findings
    }

    /// The part of a path that begins and ends with the service that needs itself.
    static func circle(at path: [ServiceKey]) -> [ServiceKey] {
        guard let last = path.last?.dryRunID,
            let first = path.dropLast().lastIndex(where: { $0.dryRunID == last })
        else { return path }
        return Array(path[first...])
    }
}
