/// A store that tries again when another store could not write.
struct RetryingStore: AccountStore {
    private let store: any AccountStore
    private let attempts: Int
    private let log: any Log

    init(_ store: any AccountStore, attempts: Int, log: any Log) {
        self.store = store
        self.attempts = attempts
        self.log = log
    }

    func add(_ account: Account) throws(StoreError) {
        for attempt in 1..<attempts {
            do throws(StoreError) {
                return try store.add(account)
            } catch {
                guard case .unwritable = error else { throw error }
                log.note("attempt \(attempt) of \(attempts) failed for \(account.email)", about: "store")
            }
        }
        try store.add(account)
    }

    func accounts() throws(StoreError) -> [Account] {
        try store.accounts()
    }
}
