import Seam

extension Container {
    /// The findings of a validation without samples.
    var findings: [ValidationFinding] {
        do throws(ValidationError) {
            try validate()
            return []
        } catch {
            return error.findings
        }
    }
}

extension [ValidationFinding] {
    /// The kind and the path of each finding.
    var texts: [String] { map { "\($0.kind) \($0.path.map(\.description).joined(separator: " → "))" } }
}
