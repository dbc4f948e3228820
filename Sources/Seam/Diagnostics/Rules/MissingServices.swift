extension DryRunRecord {
    /// The services that are needed and not registered, each once, however many services need them.
    var missingServices: [ValidationFinding] {
        let asked = failuresOfMissingServices.once { $0.path.last }
        let known = Set(asked.map(\.path.last))
        let wired = missing.filter { !known.contains($0.path.last) }.once { $0.path.last }
        // Made last, since a finding composes its text, with the near misses.
        return asked.map { ValidationFinding(.missing, $0) }
            + wired.map { missing in
                let (location, text) = (missing.site.callSite, Failure.text(missing.nearMisses))
                return ValidationFinding(.missing, path: missing.path, location: location, text: text)
            }
    }

    /// The dependencies on services that are not registered, each once, and without those that requests have shown.
    var dependenciesOnMissingServices: [Dependency] {
        var (found, known): ([Dependency], Set<Dependency>) = ([], Set(dependencies))
        func add(_ path: [ServiceKey], _ kind: DependencyGraph.Edge.Kind) {
            guard let key = path.last, let dependent = path.dropLast().last?.dryRunID else { return }
            let kind = kind == .eager && self[dependent]?.kind == .alias ? .alias : kind
            let dependency = Dependency(from: dependent, to: key.dryRunID, kind: kind)
            if known.insert(dependency).inserted { found.append(dependency) }
        }
        for failure in failuresOfMissingServices { add(failure.path, .eager) }
        for missing in missing { add(missing.path, missing.kind) }
        return found
    }

    private var failuresOfMissingServices: [ResolutionError] {
        failures.filter { $0.code == .notRegistered || $0.code == .argumentMismatch }
    }
}
