/// A store that logs the actions of another store.
struct LoggingStore: AccountStore {
    private let store: any AccountStore
    private let log: any Log

    init(_ store: any AccountStore, log: any Log) {
        self.store = store
        self.log = log
    }

    func add(_ account: Account) throws(StoreError) {
        do {
            try store.add(account)
            log.note("added \(account.email)", about: "store")
        } catch {
            log.note("refused \(account.email)", about: "store")
            throw error
        }
    }

    func accounts() throws(StoreError) -> [Account] {
        try store.accounts()
    }
}
