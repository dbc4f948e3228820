extension DryRunRecord {
    /// The services that are needed and not registered, each once, however many services need them.
    var missingServices: [ValidationFinding] {
        var seen: Set<ServiceKey> = []
        var findings: [ValidationFinding] = []
        for failure in failures where failure.code == .notRegistered || failure.code == .argumentMismatch {
            guard let key = failure.path.last, seen.insert(key).inserted else { continue }
            findings.append(ValidationFinding(.missing, failure))
        }
        for missing in missing {
            guard let key = missing.path.last, seen.insert(key).inserted else { continue }
            let text = missing.nearMisses.text(summary: "No registration for \(Failure.quoted(key)).")
            findings.append(
                ValidationFinding(.missing, path: missing.path, location: missing.site.callSite, text: text)
            )
        }
        return findings
    }
}
