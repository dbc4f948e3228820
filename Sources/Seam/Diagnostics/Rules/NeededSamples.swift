extension DryRunRecord {
    /// The registrations with arguments that nothing has built, since there are no values for them.
    var neededSamples: [ValidationFinding] { ofTypedArguments + ofUntypedArguments }

    private var ofTypedArguments: [ValidationFinding] {
        withoutSample.filter { !built.contains($0.id) }
            .compactMap { id, samples in
                guard let service = self[id] else { return nil }
                let key = service.key
                let given = samples.map { Failure.argumentText($0) }.joined(separator: " and ")
                let text = ErrorText(
                    summary: "\(Failure.quoted(key)) takes arguments, and was not built.",
                    notes: samples.isEmpty ? [] : ["The values \(given) that were given for it do not fit."],
                    remedy: "give values of the types \(Failure.argumentText(key.arguments)): "
                        + "`validate { $0.arguments(for: \(key.argumentSource), …) }`.",
                    place: "registered"
                )
                return ValidationFinding(.sampleNeeded, path: [key], location: service.location, text: text)
            }
    }

    /// The registrations whose factories read their arguments while they run, each once.
    private var ofUntypedArguments: [ValidationFinding] {
        failures.filter { isOfSample($0) }
            .once { $0.path.last?.dryRunID }
            .compactMap { failure in
                guard let missing = failure.underlying as? MissingArgument, let key = failure.path.last,
                    !built.contains(key.dryRunID)
                else { return nil }
                let (location, text) = (self[key.dryRunID]?.location, missing.sampleText(for: key))
                return ValidationFinding(.sampleNeeded, path: [key], location: location, text: text)
            }
    }

    /// Whether a failure says that the dry run lacks an argument for a service, and not that another service does.
    func isOfSample(_ failure: ResolutionError) -> Bool {
        failure.underlying is MissingArgument
            && failure.path.dropLast().allSatisfy { self[$0.dryRunID]?.kind == .alias }
    }
}

extension MissingArgument {
    /// The text on a service that the dry run has no argument for.
    fileprivate func sampleText(for service: ServiceKey) -> ErrorText {
        let value = key.map { "[\"\($0)\": …] as [String: Any]" } ?? "…"
        return ErrorText(
            summary: summary(for: service),
            remedy: "give a value: `validate { $0.arguments(for: \(service.argumentSource), \(value)) }`.",
            place: "registered"
        )
    }
}
