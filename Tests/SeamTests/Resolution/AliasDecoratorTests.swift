import Seam
import TestKit
import Testing

/// Decorators of a container on the type of an alias, and on that of its target.
struct AliasDecoratorTests {
    private typealias Service = any Fixtures.Service

    @Test func decoratorOfTheTargetReachesTheAlias() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.scope(.singleton).implements(Service.self)
        container.decorate(Fixtures.Live.self) { live, _ in
            count.increment()
            return Fixtures.Live("decorated \(live.label)")
        }
        #expect(container.resolve(Service.self).label == "decorated live")
        #expect(container.resolve(Fixtures.Live.self) === container.resolve(Service.self))
        #expect(count.count == 1)
    }

    @Test func decoratorOfTheAliasWrapsInstancesOfTheAlias() {
        let container = Container()
        container.register { Fixtures.Live() }.implements(Service.self)
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        #expect(container.resolve(Service.self).label == "wrapped(live)")
        #expect(container.resolve(Fixtures.Live.self).label == "live")
    }

    @Test func eachDecoratorOfAnAliasWrapsARegisteredValueAtTheNextRequest() {
        let container = Container()
        container.register(value: Fixtures.Live()).implements(Service.self)
        for wrapped in ["wrapped(live)", "wrapped(wrapped(live))"] {
            container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
            #expect(container.resolve(Service.self).label == wrapped)
        }
        #expect(container.resolve(Fixtures.Live.self).label == "live")
    }

    @Test(arguments: [Scope].keepingOrShared)
    func decoratedAliasOfAContributionIsKept(_ scope: Scope) async throws {
        let container = Container()
        container.contribute { Fixtures.Live() }.scope(scope).implements(Service.self)
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        let first = try #require(container.all(Service.self).first)
        #expect(first.label == "wrapped(live)")
        #expect(container.all(Service.self).first === first)
        #expect(try await container.resolveAsync([Service].self).first === first)
        container.reset()
        #expect(container.all(Service.self).first !== first)
    }

    @Test func decoratedAliasOfAContributionIsSharedByAGraph() {
        let container = Container()
        container.contribute { Fixtures.Live() }.scope(.graph).implements(Service.self)
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register { services in [services.all(Service.self)[0], services.all(Service.self)[0]] }
        let pair = container.resolve([Service].self)
        #expect(pair[0] === pair[1])
    }

    /// The container that is asked builds the service, and so decorates its alias.
    @Test func aliasThatOnlyTheAskedChildDecoratesIsKeptThere() async throws {
        let parent = Container()
        parent.register { Fixtures.Live() }.scope(.container).implements(Service.self)
        let child = Container(parent: parent)
        child.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        let first = child.resolve(Service.self)
        #expect(first.label == "wrapped(live)")
        #expect(child.resolve(Service.self) === first)
        #expect(try await child.resolveAsync(Service.self) === first)
        #expect(Container(parent: parent).resolve(Service.self).label == "live")
        #expect(child.resolve(Service.self) === first)
    }

    @Test func aliasThatOnlyTheAskedChildDecoratesIsSharedByAGraph() {
        let parent = Container()
        parent.register { Fixtures.Live() }.scope(.graph).implements(Service.self)
        let child = Container(parent: parent)
        child.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        child.register { services in [services.resolve(Service.self), services.resolve(Service.self)] }
        let pair = child.resolve([Service].self)
        #expect(pair[0] === pair[1])
    }

    @Test(arguments: [Scope].keeping)
    func decoratorOfTheAliasRunsOncePerKeptInstance(_ scope: Scope) {
        let container = Container()
        let count = Counter()
        container.decorate(Service.self) { service, _ in
            count.increment()
            return Fixtures.Wrapper(service)
        }
        container.register { Fixtures.Live() }.implements(Service.self).scope(scope)
        let first = container.resolve(Service.self)
        #expect(first === container.resolve(Service.self))
        #expect(first.label == "wrapped(live)")
        #expect(count.count == 1)
    }

    @Test(arguments: [Scope].keeping)
    func decoratorOfTheAliasRunsAgainAfterReset(scope: Scope) {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register { Fixtures.Live() }.implements(Service.self).scope(scope)
        let first = container.resolve(Service.self)
        container.reset(scope)
        #expect(first !== container.resolve(Service.self))
    }

    @Test func decoratorOfTheAliasRunsAgainForAReRegisteredTarget() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register { Fixtures.Live("old") }.implements(Service.self).scope(.singleton)
        #expect(container.resolve(Service.self).label == "wrapped(old)")
        container.register { Fixtures.Live("new") }.scope(.singleton)
        #expect(container.resolve(Service.self).label == "wrapped(new)")
    }

    @Test func decoratorOfTheAliasIsReleasedWithAnUnregisteredTarget() throws {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register { Fixtures.Live("old") }.implements(Service.self).scope(.singleton)
        _ = container.resolve(Service.self)
        container.unregister(Fixtures.Live.self)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Service.self) }
        #expect(error.steps == ["Service", "Live"])
    }

    @Test func decoratorOfTheAliasFollowsAChangeOfTheTargetsScope() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        let registration = container.register { Fixtures.Live() }.implements(Service.self).scope(.singleton)
        let first = container.resolve(Service.self)
        registration.scope(.unique)
        #expect(container.resolve(Service.self) !== first)
        #expect(container.resolve(Service.self) !== container.resolve(Service.self))
    }

    @Test func decoratorOfTheAliasWithATargetOverriddenInAChildStaysApart() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        parent.register { Fixtures.Live("parent") }.implements(Service.self)
        child.register { Fixtures.Live("child") }
        #expect(child.resolve(Service.self).label == "wrapped(child)")
        #expect(parent.resolve(Service.self).label == "wrapped(parent)")
    }

    @Test func decoratorOfAChildLeavesTheParentsKeptAliasAlone() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { Fixtures.Live() }.scope(.singleton).implements(Service.self)
        child.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "child") }
        let first = child.resolve(Service.self)
        #expect(first === child.resolve(Service.self))
    }

    @Test func decoratorsOfTargetAndAliasBothRun() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "alias") }
        container.register { Fixtures.Live() }
            .implements(Service.self)
            .decorate { live, _ in Fixtures.Live("target(\(live.label))") }
        #expect(container.resolve(Service.self).label == "alias(target(live))")
    }
}
