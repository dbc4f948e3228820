import Seam
import TestKit
import Testing

/// A creation hook that throws.
struct FailingHookTests {
    @Test(arguments: [Scope].all)
    func failingHookFailsTheRequest(_ scope: Scope) throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }.scope(scope)
            .onCreate { _, _ in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
        #expect(
            error.description == """
                Building 'Live' failed: out of fuel
                  Path: Live   (asked for at Shop/Cart.swift:12)
                  Registered at Shop/Modules.swift:8.
                  To fix it, look at what its factory, decorators and hooks throw; the instance was not kept, and \
                the next request tries again.
                """
        )
    }

    @Test(arguments: [Scope].keepingOrShared)
    func failingHookLeavesNothingKept(_ scope: Scope) {
        let container = Container()
        let failures = Counter()
        let failed = WeakReference<Fixtures.Live>()
        container.register { Fixtures.Live() }.scope(scope)
            .onCreate { live, _ in
                guard failures.increment() > 1 else {
                    failed.object = live
                    throw Fixtures.Breakdown()
                }
            }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(failed.object == nil)
        let second = container.resolve(Fixtures.Live.self)
        #expect(second === container.resolve(Fixtures.Live.self))
        #expect(failures.count == 2)
    }

    /// A released object may make requests in its `deinit`; they are part of the request that released it.
    @Test func failingHookFailsItsRequestThoughAReleasedObjectMakesAnother() {
        let container = Container()
        let ends = Counter()
        container.register { 1 }
        container.register { Fixtures.Live() }.scope(.graph).onCreate { _, _ in throw Fixtures.Breakdown() }
        do {
            let farewell = DeinitAction { [weak container] in
                _ = try? container?.tryResolve(Int.self)
                ends.increment()
            }
            container.register(String.self) { [farewell] r in
                defer { r.container.unregister(String.self) }
                _ = try r.tryResolve(Fixtures.Live.self)
                return withExtendedLifetime(farewell) { "built" }
            }
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(ends.count == 1)
    }

    @Test func failingHookFailsTheOutermostRequestWithTheWholePath() throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(.singleton)
        container.register { Fixtures.Engine() }.scope(.singleton)
            .onCreate { _, _ in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.steps == ["Live", "Engine"])
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
    }

    @Test func instanceOfAFailingHookReachesNobodyAndTheNextRequestBuildsBoth() {
        let container = Container()
        let failures = Counter()
        let held = Journal<ObjectIdentifier>()
        container.register { (resolver: Resolver) in
            held.note(ObjectIdentifier(try resolver.tryResolve(Fixtures.Engine.self)))
            return Fixtures.Live()
        }
        .scope(.singleton)
        container.register { Fixtures.Engine() }.scope(.singleton)
            .onCreate { _, _ in
                guard failures.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        _ = container.resolve(Fixtures.Live.self)
        #expect(held.entries.count == 1)
        #expect(held.entries.last == ObjectIdentifier(container.resolve(Fixtures.Engine.self)))
    }

    @Test func instancesCompletedBeforeAFailingHookStayKept() {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .onCreate { _, _ in throw Fixtures.Breakdown() }
        container.register { Fixtures.Engine() }.scope(.singleton).onCreate { _, _ in }
        let before = Counter()
        container.decorate(Fixtures.Engine.self) { engine, _ in
            before.increment()
            return engine
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        _ = container.resolve(Fixtures.Engine.self)
        #expect(before.count == 1)
    }

    @Test func laterHooksOfTheFailedInstanceDoNotRun() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }
            .onCreate { _, _ in throw Fixtures.Breakdown() }
            .onCreate { _, _ in count.increment() }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(count.count == 0)
    }

    @Test func errorsCaughtInsideAHookHaveTheWholePath() {
        let container = Container()
        let steps = Journal<[String]>()
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { _, resolver in
                do throws(ResolutionError) {
                    _ = try resolver.tryResolve(Fixtures.Engine.self)
                } catch {
                    steps.note(error.steps)
                }
            }
        container.register { (resolver: Resolver) in resolver.resolve(Fixtures.Live.self).label }
        _ = container.resolve(String.self)
        #expect(steps.entries == [["String", "Live", "Engine"]])
    }

    @Test func hookThatNeedsAMissingServiceNamesItOnThePath() throws {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { _, resolver in
                _ = try resolver.tryResolve(Fixtures.Engine.self)
            }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["Live", "Engine"])
    }
}
