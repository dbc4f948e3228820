/// The text for the user at the end of a batch.
struct Report: Equatable {
    private let id: Session.ID
    private let entries: [Session.Entry]

    init(on session: Session) {
        id = session.id
        entries = session.entries
    }

    /// Whether every line was accepted and welcomed.
    var isClean: Bool {
        entries.allSatisfy { $0.outcome.failure == nil }
    }
}

extension Report: CustomStringConvertible {
    var description: String {
        let stored = entries.count(where: \.outcome.isStored)
        let summary = "Signed up \(stored) of \(entries.count) from \(id)."
        let failures = entries.compactMap { entry in
            entry.outcome.failure.map { "  line \(entry.line): \($0)" }
        }
        return ([summary] + failures).joined(separator: "\n")
    }
}
