/// Keeps the accounts.
protocol AccountStore: Sendable {
    /// Keeps `account`; when this returns, it is stored.
    ///
    /// Throws ``StoreError/duplicate(email:)`` if there is an account with that e-mail already. If it throws, the store
    /// is unchanged.
    func add(_ account: Account) throws(StoreError)

    /// Every account in the order of signing up.
    func accounts() throws(StoreError) -> [Account]
}

/// The reason why an account was not stored.
enum StoreError: Error, Equatable {
    case duplicate(email: String)
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
}

extension StoreError: CustomStringConvertible {
    var description: String {
        switch self {
        case .duplicate(let email): "\(email) is signed up already"
        case .unreadable(let path, let reason): "the store '\(path)' cannot be read (\(reason))"
        case .unwritable(let path, let reason): "the store '\(path)' cannot be written (\(reason))"
        }
    }
}
