import Synchronization

/// Keeps the accounts until the program ends.
final class MemoryStore: AccountStore {
    private let book = Mutex(AccountBook())

    func add(_ account: Account) throws(StoreError) {
        try book.withLock { book throws(StoreError) in try book.add(account) }
    }

    func accounts() -> [Account] {
        book.withLock { $0.accounts }
    }
}
