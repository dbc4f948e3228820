import TestKit
import Testing

@testable import Seam

/// The registrations that a reset looks at.
struct KeepingEntriesTests {
    @Test func resetFollowsTheScopeThatARegistrationWasGiven() {
        let container = Container()
        let registration = container.register { Fixtures.Live() }.scope(.cached)
        _ = container.resolve(Fixtures.Live.self)
        registration.scope(.singleton)
        let kept: Fixtures.Live = container.resolve()
        container.reset(.cached)
        #expect(container.resolve(Fixtures.Live.self) === kept)
        container.reset(.singleton)
        #expect(container.resolve(Fixtures.Live.self) !== kept)
        registration.scope(.cached)
        let last: Fixtures.Live = container.resolve()
        container.reset(.cached)
        #expect(container.resolve(Fixtures.Live.self) !== last)
    }

    @Test func resetLeavesOtherScopesOfTheSameDescription() {
        let container = Container()
        let scopes = [Scope("singleton") { StrongStorage() }, .cached(for: .seconds(9), clock: ManualClock())]
        let others = [Scope.singleton, .cached(for: .seconds(9), clock: ManualClock())]
        for (index, scope) in (scopes + others).enumerated() {
            container.register(name: "\(index)") { Fixtures.Engine() }.scope(scope)
        }
        func instances() -> [Fixtures.Engine] { (0..<4).map { container.resolve(name: "\($0)") } }
        let former = instances()
        for scope in scopes { container.reset(scope) }
        #expect(zip(former, instances()).map { $0 === $1 } == [false, false, true, true])
    }

    @Test func resetFollowsTheScopeOfTheTargetOfADecoratedAlias() {
        let container = Container()
        let target = container.register { Fixtures.Live() }.scope(.cached).implements((any Fixtures.Service).self)
        container.decorate((any Fixtures.Service).self) { _, _ in Fixtures.Live() }
        func service() -> any Fixtures.Service { container.resolve() }
        _ = service()
        target.scope(.singleton)
        let kept = service()
        container.reset(.cached)
        #expect(service() === kept)
        container.reset(.singleton)
        #expect(service() !== kept)
    }

    /// The registration was replaced, or removed, after its instances have had one scope or two.
    @Test(arguments: [[Scope.cached], [.cached, .singleton]], [true, false])
    func removedRegistrationIsReleased(_ scopes: [Scope], isReplaced: Bool) {
        let container = Container()
        let closure = register(under: scopes, in: container)
        if isReplaced {
            container.register(Fixtures.Live.self) { Fixtures.Live() }
        } else {
            container.unregister(Fixtures.Live.self)
        }
        #expect(closure.object == nil)
    }

    /// - Returns: An object that only the closure of the registration holds.
    private func register(under scopes: [Scope], in container: Container) -> WeakReference<Fixtures.Live> {
        let captured = Fixtures.Live()
        let registration = container.register(Fixtures.Live.self) { [captured] in
            withExtendedLifetime(captured) { Fixtures.Live() }
        }
        for scope in scopes {
            registration.scope(scope)
            _ = container.resolve(Fixtures.Live.self)
        }
        return WeakReference(captured)
    }

    @Test func registrationReplacedDuringItsBuildIsReleasedAfterIt() {
        let container = Container()
        let captured = WeakReference(registerSelfReplacing(in: container))
        _ = container.resolve(Fixtures.Live.self)
        #expect(captured.object == nil)
    }

    private func registerSelfReplacing(in container: Container) -> Fixtures.Live {
        let captured = Fixtures.Live()
        container.register(Fixtures.Live.self) { [captured] resolver in
            resolver.container.register(Fixtures.Live.self) { Fixtures.Live() }
            return withExtendedLifetime(captured) { Fixtures.Live() }
        }
        .scope(.cached)
        return captured
    }

    /// A clock that asks a container when it is released.
    private final class AskingClock: Clock, Sendable {
        typealias Instant = ContinuousClock.Instant
        private let container: WeakReference<Container>
        private let answers: Counter

        /// - Parameter answers: Counts the questions that were answered.
        init(_ container: Container, _ answers: Counter) {
            self.container = WeakReference(container)
            self.answers = answers
        }

        deinit {
            if container.object?.isRegistered(Int.self) == false { answers.increment() }
        }

        var now: Instant { ContinuousClock.now }
        var minimumResolution: Duration { .nanoseconds(1) }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    @Test(arguments: [true, false])
    func scopesAreReleasedUnderNoLock(isGivenAnother: Bool) async throws {
        let answers = Counter()
        try await Deadline.valueOnThread {
            let container = Container()
            let registration = container.register { Fixtures.Live() }
                .scope(.cached(for: .seconds(60), clock: AskingClock(container, answers)))
            _ = container.resolve(Fixtures.Live.self)
            registration.scope(isGivenAnother ? .cached : .unique)
            _ = container.resolve(Fixtures.Live.self)
            container.unregister(Fixtures.Live.self)
        }
        #expect(answers.count == 1)
    }

    @Test func registrationsReplacedWhileAThreadBuildsAreReleased() throws {
        let (container, living, stop) = (Container(), Counter(), Flag())
        container.register { Fixtures.Live() }.scope(.singleton)
        let thread = WorkerThread { while !stop.isRaised { _ = container.resolve(Fixtures.Live.self) } }
        for _ in 0..<10_000 {
            let captured = CountedObject(living)
            container.register { withExtendedLifetime(captured) { Fixtures.Live() } }.scope(.singleton)
        }
        stop.raise()
        try thread.value()
        container.register { Fixtures.Live() }
        #expect(living.count == 0)
    }

    /// Random notes and removals, compared with a dictionary.
    @Test(arguments: 1...20)
    func everyRegistrationIsFoundUnderItsScopes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let container = Container()
        for number in 0..<20 { container.register(Int.self, name: ServiceName("\(number)")) { number } }
        let entries = container.ownEntries
        let scopes: [Scope] = [.cached, .singleton, .cached("session")]
        var keeping = KeepingEntries()
        var model: [ObjectIdentifier: Set<Scope>] = [:]
        for _ in 0..<500 {
            let entry = entries[Int.random(in: entries.indices, using: &generator)]
            let scope = scopes[Int.random(in: scopes.indices, using: &generator)]
            if Bool.random(using: &generator) {
                keeping.note(entry, under: scope)
                model[ObjectIdentifier(entry), default: []].insert(scope)
            } else {
                keeping.remove(entry)
                model[ObjectIdentifier(entry)] = nil
            }
            for scope in scopes {
                let expected = model.filter { $0.value.count > 1 || $0.value.contains(scope) }
                #expect(Set(keeping.entries(of: scope).map(ObjectIdentifier.init)) == Set(expected.keys))
            }
            let all = keeping.entries(of: nil)
            #expect(all.count == model.count && Set(all.map(ObjectIdentifier.init)) == Set(model.keys))
        }
    }
}
