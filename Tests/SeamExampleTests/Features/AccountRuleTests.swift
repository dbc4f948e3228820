import Testing

@testable import SeamExample

struct AccountRuleTests {
    @Test(arguments: ["Ada", "Ada Lovelace", "Łukasz O'Brien-Smith", "李"])
    func ruleAcceptsTheName(name: String) {
        #expect(NameRule().objection(to: Account(name: name, email: "")) == nil)
    }

    @Test(arguments: [
        ("", "the name is missing"),
        ("Ada\u{1B}[31m", "the name has characters that cannot be printed"),
    ])
    func ruleRejectsTheName(name: String, objection: String) {
        #expect(NameRule().objection(to: Account(name: name, email: "")) == objection)
    }

    @Test(arguments: [
        "ada@example.com", "ada.lovelace+desk@mail.example.co.uk", "o'brien@example.ie", "jörg@müller.de",
    ])
    func ruleAcceptsTheEmail(email: String) {
        #expect(EmailRule().objection(to: Account(name: "", email: email)) == nil)
    }

    @Test(arguments: [
        "ada", "@example.com", "ada@", "ada@example", "ada@@example.com", "ada@example..com", "ada@.com",
        "a da@example.com", "ada@exam ple.com", "../ada@example.com", "ada@example.com/..",
    ])
    func ruleRejectsTheEmail(email: String) {
        #expect(EmailRule().objection(to: Account(name: "", email: email)) == "\"\(email)\" is not an e-mail")
    }

    @Test func emptyEmailIsMissing() {
        #expect(EmailRule().objection(to: Account(name: "", email: "")) == "the e-mail is missing")
    }

    @Test func unprintableCharactersAreSpelledOut() {
        let objection = EmailRule().objection(to: Account(name: "", email: "\u{1B}c"))
        #expect(objection == #""\u{1B}c" is not an e-mail"#)
    }
}
