import Testing

@testable import SeamExample

struct AccountTests {
    @Test func accountReadsNameAndEmailAndTrimsThem() {
        #expect(
            Account(line: " Ada Lovelace , ada@example.com ") == Account(name: "Ada Lovelace", email: "ada@example.com")
        )
    }

    @Test(arguments: ["Ada", "Ada,ada@example.com,London", ""])
    func lineOfMoreOrFewerFieldsIsRejected(line: String) {
        #expect(Account(line: line) == nil)
    }

    @Test func accountWritesTheLineThatItReads() {
        let account = Account(name: "Ada Lovelace", email: "ada@example.com")
        #expect(Account(line: account.line) == account)
    }

    @Test func emailsDoNotDifferInCase() {
        #expect(Account(name: "Ada", email: "ADA@Example.com") == Account(name: "Ada", email: "ada@example.com"))
    }
}
