import Foundation
import Synchronization
import Testing

@testable import SeamExample

struct FileStoreTests {
    private let ada = Account(name: "Ada", email: "ada@example.com")

    @Test func everyAccountIsInTheFileAtOnce() throws {
        let directory = try TemporaryDirectory()
        let store = FileStore(path: directory.path("store.csv"))
        try store.add(ada)
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
        try store.add(Account(name: "Grace", email: "grace@example.com"))
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\nGrace,grace@example.com\n")
    }

    @Test func keepsEveryByteThatWasThere() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("store.csv", "# by hand\n\nGrace , Grace@example.com")
        try FileStore(path: path).add(ada)
        #expect(try directory.text("store.csv") == "# by hand\n\nGrace , Grace@example.com\nAda,ada@example.com\n")
    }

    @Test func knowsTheAccountsOfAnEarlierRun() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("store.csv", "Ada,ada@example.com\n")
        let store = FileStore(path: path)
        #expect(throws: StoreError.duplicate(email: "ada@example.com")) { try store.add(ada) }
        #expect(try store.accounts() == [ada])
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
    }

    @Test func aFailedWriteLeavesTheFileAndTheStoreAsTheyWere() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("store.csv", "Grace,grace@example.com\n")
        let store = FileStore(path: path) { _, _ in throw POSIXError(.ENOSPC) }
        #expect(throws: StoreError.unwritable(path: path, reason: "No space left on device")) { try store.add(ada) }
        #expect(try store.accounts().map(\.name) == ["Grace"])
        #expect(try directory.text("store.csv") == "Grace,grace@example.com\n")
    }

    @Test func anAccountCanBeAddedAfterAFailedWrite() throws {
        let directory = try TemporaryDirectory()
        let failures = Mutex(1)
        let store = FileStore(path: directory.path("store.csv")) { data, file in
            let fails = failures.withLock { left in
                defer { left -= 1 }
                return left > 0
            }
            guard !fails else { throw POSIXError(.EIO) }
            try data.write(to: file, options: .atomic)
        }
        #expect(throws: StoreError.self) { try store.add(ada) }
        try store.add(ada)
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
    }

    @Test func leavesNothingElseInTheDirectory() throws {
        let directory = try TemporaryDirectory()
        let store = FileStore(path: directory.path("store.csv"))
        try store.add(ada)
        #expect(try directory.names() == ["store.csv"])
    }

    @Test func doesNotTouchAFileOfSomethingElse() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("letter.txt", "Dear Ada,\nhow are you?\n")
        #expect(throws: StoreError.unreadable(path: path, reason: "line 2 is not an account")) {
            try FileStore(path: path).add(ada)
        }
        #expect(try directory.text("letter.txt") == "Dear Ada,\nhow are you?\n")
    }

    @Test func writesThroughALink() throws {
        let directory = try TemporaryDirectory()
        let target = try directory.file("store.csv", "")
        try FileManager.default.createSymbolicLink(atPath: directory.path("link"), withDestinationPath: target)
        try FileStore(path: directory.path("link")).add(ada)
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
    }
}
