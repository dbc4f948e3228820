extension DryRunRecord {
    /// The services that cannot be built, for a reason that no other rule has.
    var failedFactories: [ValidationFinding] {
        let others: Set<ResolutionError.Code> = [
            .notRegistered, .argumentMismatch, .circularDependency, .incompatibleAlias,
        ]
        return failures.filter { !others.contains($0.code) && !isOfSample($0) }
            .once { $0.path.last?.dryRunID }
            .map { ValidationFinding(.factoryFailed, $0) } + unreadableServices
    }

    /// The async services that lazy values can never read, each once.
    private var unreadableServices: [ValidationFinding] {
        unreadable.once { $0.path.last?.dryRunID }
            .map { path, site in
                let text = ErrorText(
                    summary: "\(Failure.quoted(path.last)) is built by an async factory and not cached, so no lazy "
                        + "value can read it.",
                    remedy: "give it a scope that caches it, and ask for it with `await resolveAsync` before the value "
                        + "is read; or await it in an async factory that takes the instance."
                )
                return ValidationFinding(.factoryFailed, path: path, location: site.callSite, text: text)
            }
    }
}
