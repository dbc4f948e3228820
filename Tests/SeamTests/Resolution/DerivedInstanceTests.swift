import Seam
import TestKit
import Testing

/// Decorated aliases, whose instances are made of those of their targets.
struct DerivedInstanceTests {
    private protocol Named: AnyObject, Sendable {}
    private final class Thing: Named {}
    private final class Wrapper: Named {
        let inner: any Named
        init(_ inner: any Named) { self.inner = inner }
    }
    private struct Failure: Error {}

    private let container = Container()

    private func wrapped() throws -> any Named {
        try #require(container.resolve((any Named).self) as? Wrapper).inner
    }

    @Test func aliasGoesWithATargetThatAHookRejects() throws {
        let runs = Counter()
        container.register { Thing() }.scope(.singleton).implements((any Named).self)
            .onResolved { _, _ in if runs.increment() == 1 { throw Failure() } }
        container.decorate((any Named).self) { thing, _ in Wrapper(thing) }
        #expect(throws: ResolutionError.self) { try container.tryResolve((any Named).self) }
        let thing = container.resolve(Thing.self)
        #expect(try wrapped() === thing)
    }

    @Test func aliasThatIsBeingMadeGoesWithARejectedTarget() async throws {
        let (hookRuns, aliasIsMade, hookHasFailed, runs) = (Gate(), Gate(), Gate(), Counter())
        container.register { Thing() }.scope(.singleton).implements((any Named).self)
            .onResolved { _, _ in
                guard runs.increment() == 1 else { return }
                hookRuns.open()
                _ = aliasIsMade.wait()
                throw Failure()
            }
        container.decorate((any Named).self) { thing, _ in
            aliasIsMade.open()
            _ = hookHasFailed.wait()
            return Wrapper(thing)
        }
        async let rejected: Void? = Deadline.result(onThread: { [container] in
            _ = try? container.tryResolve(Thing.self)
            hookHasFailed.open()
        })
        _ = await Deadline.result(onThread: { hookRuns.wait() })
        _ = await Deadline.result(onThread: { [container] in container.resolve((any Named).self) is Wrapper })
        #expect(await rejected != nil)
        let thing = container.resolve(Thing.self)
        #expect(try wrapped() === thing)
    }

    @Test func aliasForOtherArgumentsThanThoseOfARejectedInstanceStays() throws {
        let rejects = Flag()
        container.register { (_: Resolver, _: Int) in Thing() }.scope(.cached).implements((any Named).self)
            .onResolved { _, _ in if rejects.isRaised { throw Failure() } }
        container.decorate((any Named).self) { thing, _ in Wrapper(thing) }
        let two = container.resolve((any Named).self, arguments: 2)
        _ = rejects.raise()
        #expect(throws: ResolutionError.self) { try container.tryResolve((any Named).self, arguments: 1) }
        #expect(container.resolve((any Named).self, arguments: 2) === two)
    }

    @Test func aliasInEachContainerGoesWithARejectedTarget() throws {
        let runs = Counter()
        container.register { Thing() }.scope(.container).implements((any Named).self)
            .onResolved { _, _ in if runs.increment() == 1 { throw Failure() } }
        container.decorate((any Named).self) { thing, _ in Wrapper(thing) }
        let child = Container(parent: container)
        #expect(throws: ResolutionError.self) { try child.tryResolve((any Named).self) }
        let thing = child.resolve(Thing.self)
        #expect((child.resolve((any Named).self) as? Wrapper)?.inner === thing)
    }

    @Test func resetLeavesTheAliasOfAValue() {
        container.register(value: Thing()).implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in Wrapper(thing) }
        let wrapper = container.resolve((any Named).self)
        container.reset()
        #expect(container.resolve((any Named).self) === wrapper)
    }

    @Test func aliasExpiresWithItsTarget() throws {
        let clock = ManualClock()
        container.register { Thing() }.scope(.cached(for: .seconds(10), clock: clock)).implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in Wrapper(thing) }
        let first = container.resolve(Thing.self)
        clock.advance(by: .seconds(9))
        #expect(try wrapped() === first)
        clock.advance(by: .seconds(2))
        let second = container.resolve(Thing.self)
        #expect(second !== first)
        #expect(try wrapped() === second)
    }

    /// A step of the alias takes so long that the target's instance expires meanwhile, and is built anew.
    @Test(arguments: [false, true], [false, true])
    func aliasExpiresWithTheInstanceThatItIsMadeOf(isTargetReady: Bool, isStepConversion: Bool) throws {
        let (clock, steps) = (ManualClock(), Counter())
        let passTime = { @Sendable [container] in
            guard steps.increment() == 1 else { return }
            clock.advance(by: .seconds(10))
            _ = container.resolve(Thing.self)
        }
        container.register { Thing() }.scope(.cached(for: .seconds(10), clock: clock))
            .implements((any Named).self) { thing in
                if isStepConversion { passTime() }
                return thing
            }
        container.decorate((any Named).self) { thing, _ in
            if !isStepConversion { passTime() }
            return Wrapper(thing)
        }
        if isTargetReady { _ = container.resolve(Thing.self) }
        _ = container.resolve((any Named).self)
        let thing = container.resolve(Thing.self)
        #expect(try wrapped() === thing)
    }

    @Test(arguments: 1...3) func aliasThatExpiresDuringARequestIsBuiltOnceMore(read: Int) {
        let (clock, decorated) = (ManualClock(), Counter())
        container.register { Thing() }.scope(.cached(for: .seconds(10), clock: clock)).implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in
            decorated.increment()
            return Wrapper(thing)
        }
        _ = container.resolve((any Named).self)
        clock.advance(by: .seconds(9))
        clock.advance(by: .seconds(1), atRead: read)
        for _ in 0..<3 { _ = container.resolve((any Named).self) }
        #expect(decorated.count == 2)
    }

    @Test(arguments: [Scope.cached, .shared])
    func resetReportsAliasesUnderTheirOwnKeys(scope: Scope) {
        let registration = container.register((any Named).self) { Thing() }.scope(scope)
        for number in 0..<20 {
            registration.implements(Thing.self, name: ServiceName("\(number)"))
            container.decorate(Thing.self, name: ServiceName("\(number)")) { thing, _ in thing }
        }
        let held = (0..<20).map { container.resolve(Thing.self, name: ServiceName("\($0)")) }
        let events = Journal<String>()
        let token = container.observe { event in
            let isRight = event.key.type == Thing.self ? event.instance is Thing : event.instance is any Named
            events.note("\(event.key) \(event.outcome) \(isRight)")
        }
        container.reset()
        token.cancel()
        let expected = ["Named reset true"] + (0..<20).map { "Thing \"\($0)\" reset true" }
        #expect(events.entries.sorted() == expected.sorted())
        withExtendedLifetime(held) {}
    }

    @Test func aliasThatExpiresDuringARequestIsStillBuiltWhereItsServiceBelongs() async throws {
        for reads in 1...6 {
            let (container, clock) = (Container(), ManualClock())
            container.registerOnMainActor { Thing() }.scope(.cached(for: .seconds(10), clock: clock))
                .implements((any Named).self)
            container.decorate((any Named).self) { thing, _ in thing }
            _ = try await container.resolveAsync((any Named).self) as any Named
            clock.advance(by: .seconds(20), atRead: reads)
            _ = try await container.resolveAsync((any Named).self) as any Named
        }
    }

    @Test func aliasOfAGraphServiceInAnAsyncKeptOneKeepsNoContainer() async throws {
        final class Part: Sendable {}
        final class Panel: Named, @unchecked Sendable {
            @LazyInject var part: Part
        }
        final class Keeper: Sendable {
            let panel: any Named
            init(_ panel: any Named) { self.panel = panel }
        }
        let released = WeakReference<Container>()
        func use() async throws {
            let container = Container()
            released.object = container
            container.register { Part() }
            container.register { Panel() }.scope(.graph).implements((any Named).self)
            container.decorate((any Named).self) { panel, _ in panel }
            container.registerAsync { resolver in Keeper(try await resolver.resolveAsync((any Named).self)) }
                .scope(.singleton)
            _ = try await container.resolveAsync(Keeper.self)
        }
        try await use()
        #expect(await released.isGone)
    }
}

extension ManualClock {
    /// Moves the clock when the time is read for the given number of times from now on.
    fileprivate func advance(by duration: Duration, atRead reads: Int) {
        advance(
            by: .zero,
            onNextRead: {
                if reads == 1 { self.advance(by: duration) } else { self.advance(by: duration, atRead: reads - 1) }
            }
        )
    }
}
