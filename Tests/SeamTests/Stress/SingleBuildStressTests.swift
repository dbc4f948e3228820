import Seam
import TestKit
import Testing

/// A kept service is built exactly once for each key, by any number of threads.
struct SingleBuildStressTests {
    private final class Service: Sendable {}

    private static let threads = 64
    private static let rounds = 100

    /// One container, the moment when all threads ask it, and how often it has built.
    private struct Round: Sendable {
        let container = Container()
        let barrier = Barrier(size: SingleBuildStressTests.threads)
        let builds = Counter()
    }

    /// The instances of all threads in all rounds; checks that the factory ran once and all threads got its instance.
    private func check(
        prepare: (Round) -> Void,
        ask: @escaping @Sendable (Container) throws -> Service
    ) throws {
        let rounds = (0..<Self.rounds).map { _ in Round() }
        for round in rounds { prepare(round) }
        let services = try ThreadGroup.run(Self.threads) { _ in
            try rounds.map { round in
                round.barrier.arrive()
                return try ask(round.container)
            }
        }
        for (index, round) in rounds.enumerated() {
            #expect(round.builds.count == 1)
            #expect(Set(services.map { ObjectIdentifier($0[index]) }).count == 1)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func factoryRunsOnceAndAllThreadsGetItsInstance(scope: Scope) throws {
        try check { round in
            round.container
                .register { [builds = round.builds] () -> Service in
                    builds.increment()
                    CurrentThread.yield()
                    return Service()
                }
                .scope(scope)
        } ask: {
            try $0.tryResolve(Service.self)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func factoryRunsOnceForEqualArguments(scope: Scope) throws {
        try check { round in
            round.container
                .register { [builds = round.builds] (_: Resolver, _: Int, _: String) -> Service in
                    builds.increment()
                    CurrentThread.yield()
                    return Service()
                }
                .scope(scope)
        } ask: {
            try $0.tryResolve(Service.self, arguments: 1, "a")
        }
    }

    /// A decorated alias of a service keeps instances of its own, in a place that the first request makes.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func decoratedAliasIsBuiltOnce(scope: Scope) throws {
        try check { round in
            let (container, builds) = (round.container, round.builds)
            container.register(name: "target") { Service() }.scope(scope).implements(Service.self)
            container.decorate(Service.self) { _, _ in
                builds.increment()
                CurrentThread.yield()
                return Service()
            }
        } ask: {
            try $0.tryResolve(Service.self)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func hooksRunOnceBeforeOtherThreadsSeeTheInstance(scope: Scope) throws {
        let early = Counter()
        let finished = Box<Set<ObjectIdentifier>>([])
        let services = Box<[Service]>([])
        try check { round in
            round.container
                .register { () -> Service in
                    let service = Service()
                    services.withLock { $0.append(service) }
                    return service
                }
                .scope(scope)
                .onCreate { [builds = round.builds] service, _ in
                    builds.increment()
                    CurrentThread.yield()
                    finished.withLock { _ = $0.insert(ObjectIdentifier(service)) }
                }
        } ask: { container in
            let service = try container.tryResolve(Service.self)
            if !finished.withLock({ $0.contains(ObjectIdentifier(service)) }) { early.increment() }
            return service
        }
        #expect(early.count == 0)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keptByOwner)
    func childrenThatAskAtOnceGetTheInstanceOfTheirParent(scope: Scope) throws {
        try check { round in
            round.container
                .register { [builds = round.builds] () -> Service in
                    builds.increment()
                    return Service()
                }
                .scope(scope)
        } ask: {
            try Container(parent: $0).tryResolve(Service.self)
        }
    }
    @Test(.timeLimit(.minutes(15)), arguments: [Scope.singleton, .cached, .container])
    func registrationThatIsReplacedIsBuiltOnceAtMost(scope: Scope) throws {
        // The default scope, so that each registration is complete from the beginning.
        let container = Container(defaultScope: scope)
        let builds = (0..<2_000).map { _ in Counter() }
        let register: @Sendable (Counter) -> Void = { builds in
            container.register {
                builds.increment()
                CurrentThread.yield()
                return Service()
            }
            CurrentThread.yield()
        }
        register(builds[0])
        try ThreadGroup.run(4) { number in
            if number == 0 { return builds.dropFirst().forEach(register) }
            while builds[builds.count - 1].count == 0 { _ = try container.tryResolve(Service.self) }
        }
        #expect(builds.map(\.count).filter { $0 > 1 } == [])
    }
}
