extension DryRunRecord {
    /// The registrations with arguments that nothing has built, since there are no values for them.
    var neededSamples: [ValidationFinding] {
        withoutSample.filter { !checked.contains($0) }
            .compactMap { self[$0] }
            .map { service in
                let types = service.key.arguments.map { typeText($0) }.joined(separator: ", ")
                let name = service.key.name.map { ", name: \"\($0)\"" } ?? ""
                let text = ErrorText(
                    summary: "\(Failure.quoted(service.key)) takes arguments, and was not built.",
                    remedy: "give values of the types (\(types)): `validate { $0.arguments(for: "
                        + "\(typeSource(service.key.type)).self\(name), …) }`."
                )
                return ValidationFinding(.sampleNeeded, path: [service.key], location: service.location, text: text)
            }
    }
}
