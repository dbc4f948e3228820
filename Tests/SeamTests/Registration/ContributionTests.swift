import Seam
import TestKit
import Testing

/// `contribute`, and `all()` which collects.
struct ContributionTests {
    private typealias Service = any Fixtures.Service

    @Test func contributionAddsWithoutReplacing() {
        let container = Container()
        container.contribute(Service.self) { Fixtures.Live("first") }
        container.contribute(Service.self) { _ in Fixtures.Live("second") }
        container.contribute { Fixtures.Live("third") as any Fixtures.Service }
        #expect(container.all(Service.self).map(\.label) == ["first", "second", "third"])
    }

    @Test func allCollectsInRegistrationOrderWithRegistrationsAndNames() {
        let container = Container()
        container.contribute(Service.self) { Fixtures.Live("1") }
        container.register(Service.self, name: "b") { Fixtures.Live("2") }
        container.register(Service.self) { Fixtures.Live("3") }
        container.contribute(Service.self) { Fixtures.Live("4") }
        container.register(Service.self, name: "a") { Fixtures.Live("5") }
        #expect(container.all(Service.self).map(\.label) == ["1", "2", "3", "4", "5"])
    }

    @Test func reRegisteredKeyTakesItsNewPlace() {
        let container = Container()
        container.register(name: "a") { 1 }
        container.contribute { 2 }
        container.register(name: "b") { 3 }
        container.register(name: "a") { 4 }
        #expect(container.all(Int.self) == [2, 3, 4])
    }

    @Test func contributionsOfParentsComeFirst() {
        let root = Container()
        let middle = Container(parent: root)
        let child = Container(parent: middle)
        child.contribute(Service.self) { Fixtures.Live("child") }
        middle.contribute(Service.self) { Fixtures.Live("middle") }
        root.contribute(Service.self) { Fixtures.Live("root") }
        #expect(child.all(Service.self).map(\.label) == ["root", "middle", "child"])
        #expect(middle.all(Service.self).map(\.label) == ["root", "middle"])
    }

    @Test func allIsEmptyWithoutContributions() {
        #expect(Container().all(Service.self).isEmpty)
    }

    @Test func allInfersItsType() {
        let container = Container()
        container.contribute { 1 }
        let numbers: [Int] = container.all()
        #expect(numbers == [1])
    }

    @Test func allLeavesOutServicesWithArguments() {
        let container = Container()
        container.register(Service.self) { (_: Resolver, label: String) in Fixtures.Live(label) }
        container.contribute(Service.self) { Fixtures.Live("none") }
        #expect(container.all(Service.self).map(\.label) == ["none"])
    }

    @Test func contributionIsNoAnswerToAResolve() throws {
        let container = Container()
        container.contribute(Service.self, fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Service.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .notRegistered)
        #expect(
            error.description == """
                No registration for 'Service'.
                  Path: Service   (asked for at Shop/Cart.swift:12)
                  Registered for this type: a contribution (Shop/Modules.swift:8).
                  To fix it, ask with `all()`, which collects contributions, or register one of them.
                """
        )
        #expect(!container.isRegistered(Service.self))
    }

    @Test func contributionHasAScopeOfItsOwn() {
        let container = Container()
        container.contribute(Service.self) { Fixtures.Live("kept") }.scope(.singleton)
        container.contribute(Service.self) { Fixtures.Live("new") }
        let first = container.all(Service.self)
        let second = container.all(Service.self)
        #expect(first[0] === second[0])
        #expect(first[1] !== second[1])
    }

    @Test func contributionIsDroppedByReset() {
        let container = Container()
        container.contribute(Service.self) { Fixtures.Live("kept") }.scope(.cached)
        let first = container.all(Service.self)[0]
        container.reset(.cached)
        #expect(container.all(Service.self)[0] !== first)
    }

    @Test func contributionIsDecoratedByTheContainer() {
        let container = Container()
        container.contribute(Service.self) { Fixtures.Live("a") }
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.contribute(Service.self) { Fixtures.Live("b") }
        #expect(container.all(Service.self).map(\.label) == ["wrapped(a)", "wrapped(b)"])
    }

    @Test func contributionIsKnownByItsAlias() throws {
        let container = Container()
        container.contribute { Fixtures.Live("contributed") }.scope(.singleton)
            .implements((any Fixtures.Service).self)
        let services = try container.tryResolve([any Fixtures.Service].self)
        #expect(services.map(\.label) == ["contributed"])
        #expect(services.first === container.all(Fixtures.Live.self).first)
    }

    @Test func contributionIsNoAliasOfItself() {
        let container = Container()
        container.contribute { Fixtures.Live() }
            .implements(Fixtures.Live.self, name: "other").implements(Fixtures.Live.self)
        #expect(container.all(Fixtures.Live.self).count == 1)
    }

    /// The alias may be added before or after the part that runs on the main actor.
    @Test func aliasOfAContributionOfTheMainActorIsAwaitedInAnyOrder() async throws {
        let container = Container()
        container.contribute { Fixtures.Live("alias first") }
            .implements((any Fixtures.Service).self)
            .onCreateOnMainActor { _, _ in MainActor.preconditionIsolated() }
        container.contribute { Fixtures.Live("alias last") }
            .onCreateOnMainActor { _, _ in MainActor.preconditionIsolated() }
            .implements((any Fixtures.Service).self)
        let services = try await container.resolveAsync([any Fixtures.Service].self)
        #expect(services.map(\.label) == ["alias first", "alias last"])
    }

    @Test func everyContributionOfALoopIsKnownByItsOwnAlias() {
        let container = Container()
        for label in ["first", "second"] {
            container.contribute { Fixtures.Live(label) }.implements((any Fixtures.Service).self)
        }
        #expect(container.all((any Fixtures.Service).self).map(\.label) == ["first", "second"])
        let copy = Container(copying: container)
        copy.contribute { Fixtures.Live("third") }.implements((any Fixtures.Service).self)
        #expect(copy.all((any Fixtures.Service).self).map(\.label) == ["first", "second", "third"])
    }

    @Test func contributionResolvesThroughItsResolver() {
        let container = Container()
        container.register { Fixtures.Engine("v8") }
        container.contribute(Service.self) { r in Fixtures.Live(r.resolve(Fixtures.Engine.self).label) }
        #expect(container.all(Service.self).map(\.label) == ["v8"])
    }

    @Test func contributionSurvivesUnregisterButNotRemoveAll() {
        let container = Container()
        container.contribute(Service.self) { Fixtures.Live("contributed") }
        container.register(Service.self) { Fixtures.Live("registered") }
        container.unregister(Service.self)
        #expect(container.all(Service.self).map(\.label) == ["contributed"])
        container.removeAll()
        #expect(container.all(Service.self).isEmpty)
    }

    @Test func ownRegistrationHidesItsNamesakeOfTheParent() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(Service.self) { Fixtures.Live("parent") }
        parent.register(Service.self, name: "eu") { Fixtures.Live("eu") }
        child.register(Service.self) { Fixtures.Live("child") }
        #expect(child.all(Service.self).map(\.label) == ["eu", "child"])
    }

    @Test func arrayOfAServiceIsAll() {
        let container = Container()
        container.contribute { 1 }
        container.register { 2 }
        #expect(container.resolve([Int].self) == [1, 2])
        #expect(container.resolve([String].self) == [])
    }

    @Test func instancesOfOneAllShareTheirGraph() {
        let container = Container()
        container.register { Fixtures.Engine() }.scope(.graph)
        let engines = Journal<Fixtures.Engine>()
        for _ in 0..<2 {
            container.contribute(Service.self) { (resolver: Resolver) in
                engines.note(resolver.resolve())
                return Fixtures.Live()
            }
        }
        _ = container.all(Service.self)
        #expect(engines.entries[0] === engines.entries[1])
    }
}
