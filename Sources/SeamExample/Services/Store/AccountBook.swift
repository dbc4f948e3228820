/// Accounts in the order of signing up, no two with the same e-mail.
struct AccountBook: Sendable {
    private(set) var accounts: [Account] = []
    private var emails: Set<String> = []

    /// Adds `account`, or throws ``StoreError/duplicate(email:)`` and stays the same.
    mutating func add(_ account: Account) throws(StoreError) {
        guard emails.insert(account.email).inserted else { throw .duplicate(email: account.email) }
        accounts.append(account)
    }
}
