import Seam
import TestKit
import Testing

/// `optional`: `nil` only if the key itself is unknown.
struct OptionalRequestTests {
    @Test func optionalRequestReturnsAKnownService() {
        let container = Container()
        container.register { 1 }
        #expect(container.optional(Int.self) == 1)
        let inferred: Int? = container.optional()
        #expect(inferred == 1)
    }

    @Test func optionalRequestReturnsNilIfTheTypeIsUnknown() {
        #expect(Container().optional(Int.self) == nil)
    }

    @Test func optionalRequestReturnsNilIfTheNameIsUnknown() {
        let container = Container()
        container.register { 1 }
        #expect(container.optional(Int.self, name: "eu") == nil)
    }

    @Test func optionalRequestReturnsNilIfTheArgumentsAreUnknown() {
        let container = Container()
        container.register { 1 }
        #expect(container.optional(Int.self, arguments: "a") == nil)
    }

    @Test func optionalRequestTakesCompatibleArguments() {
        let container = Container()
        container.register { (_: Resolver, animal: any Fixtures.Animal) in animal.sound }
        #expect(container.optional(String.self, arguments: Fixtures.Dog()) == "woof")
    }

    @Test func optionalRequestLooksThroughParentsAndAliases() {
        let parent = Container()
        parent.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(Container(parent: parent).optional((any Fixtures.Service).self)?.label == "live")
    }

    @Test func optionalRequestWorksInAFactory() {
        let container = Container()
        container.register { (resolver: Resolver) in resolver.optional(Int.self).map { "\($0)" } ?? "none" }
        #expect(container.resolve(String.self) == "none")
        container.register { 1 }
        #expect(container.resolve(String.self) == "1")
    }

    @Test func optionalRequestReturnsNilForAContributionAlone() {
        let container = Container()
        container.contribute { 1 }
        #expect(container.optional(Int.self) == nil)
    }

    @Test func optionalRequestStopsTheProgramIfTheServiceIsBroken() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register(fileID: "Shop/Modules.swift", line: 8) { () throws -> Int in
                    throw Fixtures.Breakdown()
                }
                _ = container.optional(Int.self, fileID: "Shop/Cart.swift", line: 12)
            }
        )
        let text = result.standardErrorText
        #expect(text.contains("Building 'Int' failed: out of fuel\n  Path: Int   (asked for at Shop/Cart.swift:12)"))
    }

    @Test func optionalRequestStopsTheProgramIfADependencyIsMissing() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { (resolver: Resolver) in try resolver.tryResolve(Int.self).description }
                _ = container.optional(String.self)
            }
        )
        let text = result.standardErrorText
        #expect(text.contains("No registration for 'Int'.\n  Path: String → Int"))
    }
}
