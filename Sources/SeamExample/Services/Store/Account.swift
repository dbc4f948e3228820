/// A person who signed up.
///
/// The e-mail in lower case identifies the person, since mail is delivered without regard to case.
struct Account: Hashable, Sendable {
    let name: String
    let email: String

    init(name: String, email: String) {
        self.name = name
        self.email = email.lowercased()
    }
}

extension Account {
    /// Reads a `name,email` line; `nil` if it has more or fewer fields than these.
    init?(line: String) {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 2 else { return nil }
        self.init(name: fields[0].trimmed, email: fields[1].trimmed)
    }

    /// The account as a line that ``init(line:)`` reads.
    var line: String { "\(name),\(email)" }
}
