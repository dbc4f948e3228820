import Seam
import Testing

extension ServiceName {
    fileprivate static let fixture: Self = "fixture"
}

struct ServiceNameTests {
    @Test func literalEqualsInitializer() {
        let literal: ServiceName = "eu"
        #expect(literal == ServiceName("eu"))
    }

    @Test func differentStringsDiffer() {
        #expect(ServiceName("eu") != ServiceName("us"))
    }

    @Test func caseMatters() {
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

    @Test func descriptionIsTheString() {
        #expect(ServiceName("eu west").description == "eu west")
    }

    @Test func staticMembersAreDeclaredByUsers() {
        let container = Container()
        container.register(name: .fixture) { 1 }
        #expect(container.resolve(Int.self, name: .fixture) == 1)
    }

    @Test func worksAsADictionaryKey() {
        let names: [ServiceName: Int] = ["a": 1, "b": 2]
        #expect(names["b"] == 2)
        #expect(names["c"] == nil)
    }
}
