import Seam
import TestKit
import Testing

extension ServiceName {
    fileprivate static let fixture: Self = "fixture"
}

struct ServiceNameTests {
    @Test func nameOfALiteralEqualsThatOfItsInitializer() {
        let literal: ServiceName = "eu"
        #expect(literal == ServiceName("eu"))
    }

    @Test func nameMayBeInterpolated() {
        let container = Container()
        for number in 1...2 { container.register(name: "tenant \(number)") { number } }
        #expect(container.resolve(Int.self, name: "tenant \(2)") == 2)
        #expect(container.resolve(Int.self, name: "tenant 1") == 1)
    }

    @Test func namesOfDifferentStringsDiffer() {
        #expect(ServiceName("eu") != ServiceName("us"))
    }

    @Test func namesOfDifferentCaseDiffer() {
        #expect(ServiceName("eu") != ServiceName("EU"))
    }

    @Test func emptyNameIsANameOfItsOwn() {
        #expect(ServiceName("") == "")
        #expect(ServiceName("") != " ")
    }

    @Test func emptyNameIsNotNoName() throws {
        let container = Container()
        container.register(name: "") { "named" }
        #expect(container.optional(String.self) == nil)
        #expect(container.resolve(String.self, name: "") == "named")
    }

    @Test func descriptionOfANameIsItsString() {
        #expect(ServiceName("eu west").description == "eu west")
    }

    @Test func staticMemberMayBeDeclaredByUsers() {
        let container = Container()
        container.register(name: .fixture) { 1 }
        #expect(container.resolve(Int.self, name: .fixture) == 1)
    }

    @Test func nameWorksAsADictionaryKey() {
        let names: [ServiceName: Int] = ["a": 1, "b": 2]
        #expect(names["b"] == 2)
        #expect(names["c"] == nil)
    }

    // MARK: - Equal strings in other forms of Unicode

    /// A character and its canonical equivalent.
    private static let pairs: [(String, String)] = [
        ("\u{212A}", "K"),
        ("\u{212B}", "\u{C5}"),
        ("\u{2126}", "\u{3A9}"),
        ("\u{37E}", ";"),
        ("\u{1FEF}", "`"),
        ("cafe\u{301}", "caf\u{E9}"),
        ("eu \u{212A}", "eu K"),
    ]

    @Test(arguments: pairs) func namesOfEqualStringsAreEqual(one: String, other: String) {
        #expect(one == other)
        #expect(ServiceName(one) == ServiceName(other))
        #expect(ServiceName(other) == ServiceName(one))
    }

    @Test(arguments: pairs) func equalNamesHaveEqualHashes(one: String, other: String) {
        #expect(ServiceName(one).hashValue == ServiceName(other).hashValue)
        #expect(Set([ServiceName(one), ServiceName(other)]).count == 1)
    }

    @Test(arguments: pairs) func equalNamesFindTheSameService(one: String, other: String) {
        let container = Container()
        container.register(name: ServiceName(one)) { Fixtures.Live() }.scope(.singleton)
        let live = container.optional(Fixtures.Live.self, name: ServiceName(one))
        #expect(live != nil)
        #expect(container.optional(Fixtures.Live.self, name: ServiceName(other)) === live)
    }

    @Test(arguments: pairs) func equalNameReplacesARegistration(one: String, other: String) {
        let container = Container()
        container.register(name: ServiceName(one)) { 1 }
        container.register(name: ServiceName(other)) { 2 }
        #expect(container.optional(Int.self, name: ServiceName(one)) == 2)
        #expect(container.all(Int.self) == [2])
        #expect(container.unregister(Int.self, name: ServiceName(one)))
        #expect(container.optional(Int.self, name: ServiceName(other)) == nil)
    }

    @Test func namesOfUnlikeStringsDiffer() {
        #expect(ServiceName("\u{212A}") != "k")
        #expect(ServiceName("\u{FB01}") != "fi")
    }
}
