import Testing

@testable import SeamExample

struct AccountTests {
    @Test func readsNameAndEmailAndTrimsThem() {
        #expect(
            Account(line: " Ada Lovelace , ada@example.com ") == Account(name: "Ada Lovelace", email: "ada@example.com")
        )
    }

    @Test(arguments: ["Ada", "Ada,ada@example.com,London", ""])
    func rejectsMoreOrFewerFields(line: String) {
        #expect(Account(line: line) == nil)
    }

    @Test func writesTheLineThatItReads() {
        let account = Account(name: "Ada Lovelace", email: "ada@example.com")
        #expect(Account(line: account.line) == account)
    }

    @Test func emailsDoNotDifferInCase() {
        #expect(Account(name: "Ada", email: "ADA@Example.com") == Account(name: "Ada", email: "ada@example.com"))
    }
}
