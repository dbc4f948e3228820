import Seam
import TestKit
import Testing

@testable import SeamExample

struct StoreModuleTests {
    private let ada = Account(name: "Ada", email: "ada@example.com")
    private let terminal = RecordingTerminal()

    /// The store that the module registers, with `FlakyStore` inside.
    private func store(failures: Int) -> any AccountStore {
        let container = Container()
        container.register { [terminal] in terminal as any Terminal }
        container.install(TerminalModule(), StoreModule(storage: .memory))
        container.register { FlakyStore(failures: failures) as any AccountStore }
        return container.resolve()
    }

    @Test func storeThatFailsTwiceSucceeds() throws {
        try store(failures: 2).add(ada)
        #expect(
            terminal.written == [
                "[store] attempt 1 of 3 failed for ada@example.com",
                "[store] attempt 2 of 3 failed for ada@example.com",
                "[store] added ada@example.com",
            ]
        )
    }

    @Test func storeThatFailsThreeTimesFails() {
        let store = store(failures: 3)
        #expect(throws: StoreError.unwritable(path: "flaky", reason: "busy")) { try store.add(ada) }
        #expect(terminal.written.last == "[store] refused ada@example.com")
    }

    @Test func duplicateIsNotTriedAgain() throws {
        let store = store(failures: 0)
        try store.add(ada)
        #expect(throws: StoreError.duplicate(email: "ada@example.com")) { try store.add(ada) }
        #expect(terminal.written == ["[store] added ada@example.com", "[store] refused ada@example.com"])
    }
}

/// A store that cannot write for a while.
private final class FlakyStore: AccountStore {
    private let attempts = Counter()
    private let failures: Int
    private let store = MemoryStore()

    init(failures: Int) {
        self.failures = failures
    }

    func add(_ account: Account) throws(StoreError) {
        guard attempts.increment() > failures else { throw .unwritable(path: "flaky", reason: "busy") }
        try store.add(account)
    }

    func accounts() -> [Account] {
        store.accounts()
    }
}
