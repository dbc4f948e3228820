import Foundation
import TestKit
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

    @Test func storeKeepsEveryByteThatWasThere() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("store.csv", "# by hand\n\nGrace , Grace@example.com")
        try FileStore(path: path).add(ada)
        #expect(try directory.text("store.csv") == "# by hand\n\nGrace , Grace@example.com\nAda,ada@example.com\n")
    }

    @Test func storeKnowsTheAccountsOfAnEarlierRun() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("store.csv", "Ada,ada@example.com\n")
        let store = FileStore(path: path)
        #expect(throws: StoreError.duplicate(email: "ada@example.com")) { try store.add(ada) }
        #expect(try store.accounts() == [ada])
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
    }

    @Test func failedWriteLeavesTheFileAndTheStoreAsTheyWere() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("store.csv", "Grace,grace@example.com\n")
        let store = FileStore(path: path) { _, _ in throw POSIXError(.ENOSPC) }
        #expect(throws: StoreError.unwritable(path: path, reason: "No space left on device")) { try store.add(ada) }
        #expect(try store.accounts().map(\.name) == ["Grace"])
        #expect(try directory.text("store.csv") == "Grace,grace@example.com\n")
    }

    @Test func accountCanBeAddedAfterAFailedWrite() throws {
        let directory = try TemporaryDirectory()
        let attempts = Counter()
        let store = FileStore(path: directory.path("store.csv")) { data, file in
            guard attempts.increment() > 1 else { throw POSIXError(.EIO) }
            try data.write(to: file, options: .atomic)
        }
        #expect(throws: StoreError.self) { try store.add(ada) }
        try store.add(ada)
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
    }

    @Test func storeLeavesNothingElseInTheDirectory() throws {
        let directory = try TemporaryDirectory()
        let store = FileStore(path: directory.path("store.csv"))
        try store.add(ada)
        #expect(try directory.names() == ["store.csv"])
    }

    @Test func storeDoesNotTouchAFileOfAnotherKind() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("letter.txt", "Dear Ada,\nhow are you?\n")
        #expect(throws: StoreError.unreadable(path: path, reason: "line 2 is not an account")) {
            try FileStore(path: path).add(ada)
        }
        #expect(try directory.text("letter.txt") == "Dear Ada,\nhow are you?\n")
    }

    @Test func storeWritesThroughALink() throws {
        let directory = try TemporaryDirectory()
        let target = try directory.file("store.csv", "")
        try FileManager.default.createSymbolicLink(atPath: directory.path("link"), withDestinationPath: target)
        try FileStore(path: directory.path("link")).add(ada)
        #expect(try directory.text("store.csv") == "Ada,ada@example.com\n")
    }
}
