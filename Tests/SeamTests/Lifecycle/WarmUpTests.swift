import Seam
import TestKit
import Testing

/// Warming up builds every singleton without arguments.
struct WarmUpTests {
    private final class Disk: Sendable {}
    private final class Store: Sendable {}

    @MainActor private final class Screen {}

    @Test func synchronousRequestsFindAsyncSingletonsAfterwards() async throws {
        let container = Container()
        container.registerAsync {
            await Task.yield()
            return Disk()
        }
        .scope(.singleton)
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return Store()
        }
        .scope(.singleton)
        try await container.warmUp()
        _ = try container.tryResolve(Disk.self)
        _ = try container.tryResolve(Store.self)
    }

    @Test func everySingletonIsBuiltOnce() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register {
            log.note("plain")
            return Disk()
        }
        .scope(.singleton)
        container.register(name: "named") {
            log.note("named")
            return Disk()
        }
        .scope(.singleton)
        container.registerOnMainActor {
            MainActor.preconditionIsolated()
            log.note("main actor")
            return Screen()
        }
        .scope(.singleton)
        container.registerAsync {
            log.note("async")
            return Store()
        }
        .scope(.singleton)
        try await container.warmUp()
        try await container.warmUp()
        #expect(log.entries.sorted() == ["async", "main actor", "named", "plain"])
    }

    @Test func singletonThatTheContainerDecoratesOnTheMainActorIsBuiltThere() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton)
        container.decorateOnMainActor(Disk.self) { disk, _ in
            MainActor.preconditionIsolated()
            return disk
        }
        try await container.warmUp()
        _ = try container.tryResolve(Disk.self)
    }

    @Test(arguments: [Scope].all.filter { $0 != .singleton })
    func otherScopesAreNotBuilt(scope: Scope) async throws {
        let container = Container()
        let built = Counter()
        container.register {
            built.increment()
            return Disk()
        }
        .scope(scope)
        try await container.warmUp()
        #expect(built.count == 0)
    }

    @Test func singletonWithArgumentsIsNotBuilt() async throws {
        let container = Container()
        let built = Counter()
        container.register { (_: Resolver, _: Int) in
            built.increment()
            return Disk()
        }
        .scope(.singleton)
        try await container.warmUp()
        #expect(built.count == 0)
    }

    @Test(.timeLimit(.minutes(15))) func allBuildsAreStartedAtOnce() async throws {
        let container = Container()
        let started = Counter()
        for number in 0..<10 {
            container.registerAsync(name: ServiceName("\(number)")) {
                started.increment()
                await started.reaches(10)
                return Disk()
            }
            .scope(.singleton)
        }
        try await container.warmUp()
    }

    @Test func warmUpOfAnEmptyContainerEndsAtOnce() async throws {
        try await Container().warmUp(timeout: .seconds(60))
    }

    @Test func longestTimeIsNoLimit() async throws {
        let container = Container()
        container.register { 1 }.scope(.singleton)
        try await container.warmUp(timeout: Duration(attoseconds: .max))
    }

    @Test func hooksHaveRunWhenTheWarmUpEnds() async throws {
        let container = Container()
        let hooked = Counter()
        container.registerAsync { Disk() }.scope(.singleton).onCreate { _, _ in hooked.increment() }
        try await container.warmUp()
        #expect(hooked.count == 1)
    }

    /// The container and what its factories capture are released by the caller, and not later by a thread or a task.
    @Test(arguments: [nil, .seconds(3_600)] as [Duration?])
    func threadsAndTasksHoldNothingAfterwards(timeout: Duration?) async throws {
        for _ in 0..<20 {
            let (kept, captured) = (WeakReference<Container>(), WeakReference<Disk>())
            do {
                let (container, disk) = (Container(), Disk())
                (kept.object, captured.object) = (container, disk)
                container.register { disk }.scope(.singleton)
                container.register { Store() }.scope(.singleton)
                try await container.warmUp(timeout: timeout)
            }
            #expect(kept.object == nil)
            #expect(captured.object == nil)
        }
    }
}
