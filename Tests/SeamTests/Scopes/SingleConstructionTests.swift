import Seam
import TestKit
import Testing

/// A kept service is built exactly once, for any number of threads.
struct SingleConstructionTests {
    private final class Engine: Sendable {}
    private struct Broken: Error {}

    private static let threads = 16

    @Test(arguments: [Scope].keeping)
    func keptServiceIsBuiltOnce(scope: Scope) async throws {
        let container = Container()
        let built = Counter()
        container.register {
            built.increment()
            return Engine()
        }
        .scope(scope)
        let engines = try #require(
            await ThreadGroup.results(Self.threads) { _ in container.resolve(Engine.self) }
        )
        #expect(engines.allSatisfy { $0 === engines[0] })
        #expect(built.count == 1)
    }

    @Test func sharedServiceIsBuiltOnceWhileItIsHeld() async throws {
        let container = Container()
        let built = Counter()
        container.register {
            built.increment()
            return Engine()
        }
        .scope(.shared)
        let held = container.resolve(Engine.self)
        let engines = try #require(
            await ThreadGroup.results(Self.threads) { _ in container.resolve(Engine.self) }
        )
        #expect(engines.allSatisfy { $0 === held })
        #expect(built.count == 1)
    }

    @Test func oneInstanceIsBuiltForEachDistinctArgument() async throws {
        let container = Container()
        let built = Counter()
        container.register { (_: Resolver, _: Int) in
            built.increment()
            return Engine()
        }
        .scope(.singleton)
        let engines = try #require(
            await ThreadGroup.results(Self.threads) { index in
                container.resolve(Engine.self, arguments: index % 4)
            }
        )
        #expect(Set(engines.map { ObjectIdentifier($0) }).count == 4)
        #expect(built.count == 4)
    }

    @Test func failedBuildLetsAWaiterTry() async throws {
        let container = Container()
        let built = Counter()
        container.register {
            guard built.increment() > 1 else { throw Broken() }
            return Engine()
        }
        .scope(.singleton)
        let engines = try #require(
            await ThreadGroup.results(Self.threads) { _ in try? container.tryResolve(Engine.self) }
        )
        #expect(engines.count { $0 == nil } == 1)
        #expect(Set(engines.compactMap { $0.map { ObjectIdentifier($0) } }).count == 1)
        #expect(built.count == 2)
    }

    @Test func otherThreadsSeeAnInstanceAfterItsHooks() async throws {
        let container = Container()
        let isWiring = Gate()
        let mayFinish = Gate()
        let log = Journal<String>()
        container.register { Engine() }.scope(.singleton)
            .onCreate { _, _ in
                isWiring.open()
                mayFinish.wait()
                log.note("hook returned")
            }
        WorkerThread { _ = container.resolve(Engine.self) }
        await isWiring.pass()
        let asks = Gate()
        async let other: Void? = Deadline.result {
            asks.open()
            _ = container.resolve(Engine.self)
            log.note("other thread has it")
        }
        await asks.pass()
        mayFinish.open()
        _ = await other
        #expect(log.entries == ["hook returned", "other thread has it"])
    }

    @Test func eachResetIsFollowedByOneBuild() async throws {
        let container = Container()
        let built = Counter()
        container.register {
            built.increment()
            return Engine()
        }
        .scope(.singleton)
        for _ in 0..<200 {
            container.reset()
            let engines = try #require(await ThreadGroup.results(4) { _ in container.resolve(Engine.self) })
            #expect(engines.allSatisfy { $0 === engines[0] })
        }
        #expect(built.count == 200)
    }
}
