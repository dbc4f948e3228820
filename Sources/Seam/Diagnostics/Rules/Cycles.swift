extension DryRunRecord {
    /// The circles of services that need each other, each once, wherever it is entered.
    var cycles: [ValidationFinding] {
        var seen: Set<Set<ServiceKey>> = []
        var findings: [ValidationFinding] = []
        for failure in failures where failure.code == .circularDependency {
            let circle = Self.circle(at: failure.path)
            guard seen.insert(Set(circle)).inserted else { continue }
            findings.append(ValidationFinding(.cycle, failure, path: circle))
        }
        return findings
    }

    /// The part of a path that begins and ends with the service that needs itself.
    private static func circle(at path: [ServiceKey]) -> [ServiceKey] {
        guard let last = path.last, let first = path.dropLast().lastIndex(of: last) else { return path }
        return Array(path[first...])
    }
}
