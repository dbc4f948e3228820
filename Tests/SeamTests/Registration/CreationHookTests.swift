import Seam
import TestKit
import Testing

/// `onCreate`: the time at which a hook runs, and the instance that it receives.
struct CreationHookTests {
    @Test func hookRunsOncePerBuiltInstance() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.scope(.cached).onCreate { _, _ in count.increment() }
        _ = container.resolve(Fixtures.Live.self)
        _ = container.resolve(Fixtures.Live.self)
        #expect(count.count == 1)
        container.reset()
        _ = container.resolve(Fixtures.Live.self)
        #expect(count.count == 2)
    }

    @Test func hookRunsForEveryUniqueInstance() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.onCreate { _, _ in count.increment() }
        _ = container.resolve(Fixtures.Live.self)
        _ = container.resolve(Fixtures.Live.self)
        #expect(count.count == 2)
    }

    @Test func hookRunsBeforeTheRequestReturns() {
        let container = Container()
        let created = Box<Fixtures.Live?>()
        container.register { Fixtures.Live() }.onCreate { live, _ in created.value = live }
        #expect(container.resolve(Fixtures.Live.self) === created.value)
    }

    @Test func hookReceivesTheDecoratedInstance() {
        let container = Container()
        let labels = Journal<String>()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
            .onCreate { service, _ in labels.note(service.label) }
            .decorate { service, _ in Fixtures.Wrapper(service, "own") }
        container.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service, "all") }
        _ = container.resolve((any Fixtures.Service).self)
        #expect(labels.entries == ["all(own(live))"])
    }

    @Test func severalHooksRunInTheirOrder() {
        let container = Container()
        let order = Journal<Int>()
        container.register { Fixtures.Live() }.onCreate { _, _ in order.note(1) }.onCreate { _, _ in order.note(2) }
        _ = container.resolve(Fixtures.Live.self)
        #expect(order.entries == [1, 2])
    }

    @Test func hooksOfInnerInstancesRunFirst() {
        let container = Container()
        let order = Journal<String>()
        container.register { (resolver: Resolver) in
            Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label)
        }
        .onCreate { _, _ in order.note("live") }
        container.register { (resolver: Resolver) in
            Fixtures.Engine("\(resolver.resolve(Fixtures.Wheels.self).count)")
        }
        .onCreate { _, _ in order.note("engine") }
        container.register { Fixtures.Wheels() }.onCreate { _, _ in order.note("wheels") }
        _ = container.resolve(Fixtures.Live.self)
        #expect(order.entries == ["wheels", "engine", "live"])
    }

    @Test func hookBelongsToTheInstanceThatSharesArguments() {
        let container = Container()
        let names = Journal<Int>()
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }.scope(.cached)
            .onCreate { user, _ in names.note(user.id) }
        for id in [1, 2, 1] { _ = container.resolve(Fixtures.User.self, arguments: id) }
        #expect(names.entries == [1, 2])
    }

    @Test func hookResolvesThroughTheBuildingContainer() {
        let parent = Container()
        let child = Container(parent: parent)
        let labels = Journal<String>()
        parent.register { Fixtures.Live() }
            .onCreate { _, resolver in
                labels.note(resolver.resolve(Fixtures.Engine.self).label)
                labels.note(resolve(Fixtures.Engine.self).label)
            }
        child.register { Fixtures.Engine("child") }
        _ = child.resolve(Fixtures.Live.self)
        #expect(labels.entries == ["child", "child"])
    }

    @Test func hookDoesNotRunForAReusedInstanceOfAnAlias() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.scope(.singleton).implements((any Fixtures.Service).self)
            .onCreate { _, _ in count.increment() }
        _ = container.resolve(Fixtures.Live.self)
        _ = container.resolve((any Fixtures.Service).self)
        #expect(count.count == 1)
    }

    @Test func hookOfAnInstanceInAnInnerTryRuns() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Engine() }.onCreate { _, _ in count.increment() }
        container.register { (resolver: Resolver) -> Fixtures.Live in
            _ = resolver.resolve(Fixtures.Engine.self)
            throw Fixtures.Breakdown()
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(count.count == 1)
    }
}
