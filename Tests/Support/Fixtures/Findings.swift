package import Seam

extension Container {
    /// The findings of a validation without samples.
    package var findings: [ValidationFinding] { findings { _ in } }

    /// The findings of a validation.
    package func findings(_ samples: (inout ValidationSamples) -> Void) -> [ValidationFinding] {
        do throws(ValidationError) {
            try validate(samples)
            return []
        } catch {
            return error.findings
        }
    }
}

extension [ValidationFinding] {
    /// The kind and the path of each finding.
    package var texts: [String] { map { "\($0.kind) \($0.path.map(\.description).joined(separator: " → "))" } }
}
