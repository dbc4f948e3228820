extension DryRunRecord {
    /// The registrations with arguments that nothing has built, since there are no values for them.
    var neededSamples: [ValidationFinding] {
        withoutSample.filter { !checked.contains($0.id) }
            .compactMap { id, samples in
                guard let service = self[id] else { return nil }
                let key = service.key
                let name = key.name.map { ", name: \"\($0)\"" } ?? ""
                let given = samples.map { Failure.argumentText($0) }.joined(separator: " and ")
                let text = ErrorText(
                    summary: "\(Failure.quoted(key)) takes arguments, and was not built.",
                    notes: samples.isEmpty ? [] : ["The values \(given) that were given for it do not fit."],
                    remedy: "give values of the types \(Failure.argumentText(key.arguments)): "
                        + "`validate { $0.arguments(for: \(typeSource(key.type)).self\(name), …) }`.",
                    place: "registered"
                )
                return ValidationFinding(.sampleNeeded, path: [key], location: service.location, text: text)
            }
    }
}
