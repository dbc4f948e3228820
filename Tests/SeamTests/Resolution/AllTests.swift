import Seam
import TestKit
import Testing

/// `all` and its failures; `ContributionTests` covers the services that it collects.
struct AllTests {
    @Test func allIncludesAliases() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self, name: "live")
        container.register { Fixtures.Mock() }.implements((any Fixtures.Service).self, name: "mock")
        #expect(container.all((any Fixtures.Service).self).map(\.label) == ["live", "mock"])
    }

    @Test func allKeepsKeptInstances() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
        #expect(container.all(Fixtures.Live.self)[0] === container.resolve(Fixtures.Live.self))
    }

    @Test func allTakesTheRegistrationThatReplacesAnotherMeanwhile() {
        let container = Container()
        let former = Counter()
        container.contribute { (resolver: Resolver) in
            resolver.container.register(name: "main") { Fixtures.Live("latter") }.scope(.singleton)
            return Fixtures.Live("first")
        }
        container.register(name: "main") {
            former.increment()
            return Fixtures.Live("former")
        }
        .scope(.singleton)
        _ = container.resolve(Fixtures.Live.self, name: "main")
        let all = container.all(Fixtures.Live.self)
        #expect(all.map(\.label) == ["first", "latter"])
        #expect(all.last === container.resolve(Fixtures.Live.self, name: "main"))
        #expect(former.count == 1)
    }

    @Test func allFailsIfTheContainerIsShutDownMeanwhile() async throws {
        let container = Container()
        let (built, disposed) = (Counter(), Counter())
        container.registerAsync(name: "first") { (resolver: Resolver) in
            try await resolver.container.shutdown()
            return Fixtures.Live("first")
        }
        container.register {
            built.increment()
            return Fixtures.Live("second")
        }
        .scope(.singleton)
        .onDispose { _ in disposed.increment() }
        _ = container.resolve(Fixtures.Live.self)
        let error = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync([Fixtures.Live].self)
        }
        #expect(error?.code == .containerClosed)
        #expect(built.count == 1 && disposed.count == 1)
    }

    @Test func allBuildsServicesThatAreNotKeptThroughTheAskedContainer() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.contribute { (resolver: Resolver) in Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label) }
        child.register { Fixtures.Engine("child") }
        #expect(child.all(Fixtures.Live.self).map(\.label) == ["child"])
    }

    @Test func allFollowsEveryChange() {
        let container = Container()
        var all: [Int] { container.all() }
        container.contribute { 1 }
        #expect(all == [1])
        container.register(name: "two") { 2 }
        #expect(all == [1, 2])
        container.register { 3 }
        #expect(all == [1, 2, 3])
        container.register(name: "two") { 4 }
        #expect(all == [1, 3, 4])
        container.register { 5 }
        #expect(all == [1, 4, 5])
        #expect(Container(copying: container).all(Int.self) == all)
        container.unregister(Int.self)
        #expect(all == [1, 4])
        container.unregister(Int.self, name: "two")
        #expect(all == [1])
        container.removeAll()
        #expect(all.isEmpty)
    }

    @Test(arguments: [nil, "name"] as [ServiceName?])
    func unregisteredServiceThatAllHasFoundIsReleasedAtOnce(_ name: ServiceName?) {
        let container = Container()
        container.contribute { Fixtures.Live() }
        weak var held: Fixtures.Live?
        do {
            let live = Fixtures.Live()
            held = live
            container.register(name: name) { live }
        }
        #expect(container.all(Fixtures.Live.self).count == 2)
        container.unregister(Fixtures.Live.self, name: name)
        #expect(held == nil)
    }

    @Test func arrayWithABrokenMemberThrows() async throws {
        let container = Container()
        container.contribute { 1 }
        container.contribute { (r: Resolver) throws -> Int in try r.tryResolve(Double.self) > 0 ? 1 : 0 }
        container.register { () throws -> Double in throw Fixtures.Breakdown() }
        container.register(autowiring: { (numbers: [Int]) in "\(numbers)" })
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.steps == ["String", "[Int]", "Int", "Double"])
        let other = await #expect(throws: ResolutionError.self) { try await container.resolveAsync([Int].self) }
        #expect(other?.steps == ["[Int]", "Int", "Double"])
    }

    @Test func arrayIsOnThePathIfAParentWithContributionsIsClosed() async throws {
        let parent = Container()
        parent.contribute { 1 }
        let child = Container(parent: parent)
        try await parent.shutdown()
        let error = #expect(throws: ResolutionError.self) { try child.tryResolve([Int].self) }
        #expect(error?.steps == ["[Int]", "Int"])
        let other = await #expect(throws: ResolutionError.self) { try await child.resolveAsync([Int].self) }
        #expect(other?.steps == ["[Int]", "Int"])
    }

    @Test func explicitArrayRegistrationWins() {
        let container = Container()
        container.contribute { 1 }
        container.register([Int].self) { [7] }
        #expect(container.resolve([Int].self) == [7])
        #expect(container.all(Int.self) == [1])
    }

    @Test func contributionThatAsksForAllIsACycle() throws {
        let container = Container()
        container.contribute { (resolver: Resolver) in try resolver.tryResolve([Int].self).count }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve([Int].self) }
        #expect(error.code == .circularDependency)
    }

    @Test func allStopsTheProgramIfAServiceIsBroken() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.contribute { () throws -> Int in throw Fixtures.Breakdown() }
                _ = container.all(Int.self, fileID: "Shop/Cart.swift", line: 12)
            }
        )
        let text = result.standardErrorText
        #expect(text.contains("Building 'Int' failed: out of fuel\n  Path: Int   (asked for at Shop/Cart.swift:12)"))
    }
}
