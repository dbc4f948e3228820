import Seam
import Testing

extension ServiceName {
    fileprivate static let fixture: Self = "fixture"
}

struct ServiceNameTests {
    @Test func nameOfALiteralEqualsThatOfItsInitializer() {
        let literal: ServiceName = "eu"
        #expect(literal == ServiceName("eu"))
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

    @Test func canonicallyEqualStringsAreEqualNames() {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        #expect(composed == decomposed)
        #expect(ServiceName(composed) == ServiceName(decomposed))
    }

    @Test func canonicallyEqualNamesFindTheSameService() {
        let container = Container()
        container.register(name: ServiceName("caf\u{E9}")) { 1 }
        #expect(container.optional(Int.self, name: ServiceName("cafe\u{301}")) == 1)
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
}
