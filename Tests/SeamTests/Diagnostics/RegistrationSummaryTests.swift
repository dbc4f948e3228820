import Seam
import Testing

/// Summaries of registrations, and the table of a container.
struct RegistrationSummaryTests {
    private protocol Plugin {}
    private struct First: Plugin {}

    @Test func everyRegistrationIsListedInItsOrder() {
        let container = Container()
        container.register(fileID: "Shop/A.swift", line: 1) { 1 }.scope(.singleton)
        container.register(name: "eu", fileID: "Shop/A.swift", line: 2) { 2 }
        container.register(fileID: "Shop/A.swift", line: 3) { (_: Resolver, text: String) in text.count }
        let summaries = container.registrations
        #expect(summaries.map(\.key.description) == ["Int", "Int \"eu\"", "Int(String)"])
        #expect(summaries.map(\.scope) == [.singleton, .unique, .unique])
        #expect(summaries.map(\.location.line) == [1, 2, 3])
    }

    @Test func aliasIsListedWithItsTarget() {
        let container = Container()
        container.register { First() }.implements((any Plugin).self).implements(Any.self, name: "any")
        #expect(container.registrations.count == 1)
        #expect(container.registrations[0].aliases.map(\.description) == ["Plugin", "Any \"any\""])
    }

    @Test func aliasOfAnAliasIsListedWithTheEnd() throws {
        let container = Container()
        container.register { First() }.implements(Any.self)
        container.register { "text" }
        #expect(container.registrations.map(\.aliases.count) == [1, 0])
    }

    @Test func aliasThatLeadsToAParentIsListedItself() {
        let parent = Container()
        parent.register { First() }.implements(Any.self)
        let child = Container(parent: parent)
        let registration = child.register { First() }.implements((any Plugin).self)
        child.unregister(First.self)
        withExtendedLifetime(registration) {}
        #expect(child.registrations.map(\.key.description) == ["Plugin"])
        #expect(parent.registrations.map(\.aliases.count) == [1])
    }

    @Test func aliasOfAContributionHasItsScope() {
        let container = Container()
        container.contribute { First() }.scope(.singleton).implements((any Plugin).self)
        #expect(container.registrations.map(\.scope) == [.singleton, .singleton])
    }

    @Test func contributionsAreIncluded() {
        let container = Container()
        container.contribute { First() as any Plugin }
        container.contribute { First() as any Plugin }
        #expect(container.registrations.map(\.isContribution) == [true, true])
    }

    @Test func registrationsOfAParentAreNot() {
        let parent = Container()
        parent.register { 1 }
        #expect(Container(parent: parent).registrations.isEmpty)
    }

    @Test func descriptionIsATable() {
        let container = Container()
        container.register(fileID: "Shop/A.swift", line: 1) { First() }.scope(.singleton).implements((any Plugin).self)
        container.register(name: "eu", fileID: "Shop/B.swift", line: 22) { 2 }
        #expect(
            container.description == """
                A container, with 2 registrations
                  First     singleton  Shop/A.swift:1   also Plugin
                  Int "eu"  unique     Shop/B.swift:22
                """
        )
    }

    @Test func descriptionMarksAsyncServicesAndThoseOfTheMainActor() {
        let container = Container()
        container.registerAsync(fileID: "Shop/A.swift", line: 1) { First() }.scope(.singleton)
        container.registerOnMainActor(fileID: "Shop/A.swift", line: 2) { 2 }
        container.registerAsync(fileID: "Shop/A.swift", line: 3) { "" }.onCreateOnMainActor { _, _ in }
        container.register(fileID: "Shop/A.swift", line: 4) { 4.0 }
        container.decorateOnMainActor(Double.self) { number, _ in number }
        #expect(
            container.description == """
                A container, with 4 registrations
                  First   singleton, async           Shop/A.swift:1
                  Int     unique, main actor         Shop/A.swift:2
                  String  unique, async, main actor  Shop/A.swift:3
                  Double  unique, main actor         Shop/A.swift:4
                """
        )
        #expect(container.registrations.map(\.isAsync) == [true, false, true, false])
        #expect(container.registrations.map(\.isBuiltOnMainActor) == [false, true, true, true])
    }

    @Test func declaredServicesAreMarkedAsRegisteredOnesAre() async throws {
        let container = Container()
        let awaited: Factory<Int> = container.async { 1 }
        let onMainActor: Factory<String> = container.onMainActor { "" }
        _ = try await (awaited.resolveAsync(), onMainActor.resolveAsync())
        let marks = container.registrations.map { [$0.isAsync, $0.isBuiltOnMainActor] }
        #expect(marks == [[true, false], [false, true]])
    }

    @Test func aliasOfAContributionIsMarkedAsThatOne() {
        let container = Container()
        container.contribute { First() }.onCreateOnMainActor { _, _ in }.implements((any Plugin).self)
        #expect(container.registrations.map(\.isBuiltOnMainActor) == [true, true])
    }

    @Test func emptyContainerHasNoRows() {
        #expect(Container(parent: Container()).description == "A container, child of another one, with 0 registrations")
    }

    @Test func descriptionSaysThatTheContainerWasShutDown() async throws {
        let container = Container()
        try await container.shutdown()
        #expect(container.description == "A container, shut down, with 0 registrations")
    }
}
