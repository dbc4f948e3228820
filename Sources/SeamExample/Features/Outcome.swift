/// The outcome of one line.
enum Outcome: Equatable, Sendable {
    /// The account is stored, and its owner has been welcomed.
    case accepted(Account)
    /// The account is stored, but the welcome note was not sent.
    case unwelcomed(Account, reason: String)
    /// Nothing is stored.
    case rejected(reason: String)
}

extension Outcome {
    var isStored: Bool {
        switch self {
        case .accepted, .unwelcomed: true
        case .rejected: false
        }
    }

    /// The error; `nil` if there is none.
    var failure: String? {
        switch self {
        case .accepted: nil
        case .unwelcomed(let account, let reason): "\(account.email) is signed up, but \(reason)"
        case .rejected(let reason): reason
        }
    }
}
