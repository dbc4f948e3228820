import TestKit
import Testing

@testable import Seam

extension Container {
    fileprivate var drive: Factory<String> { self { "declared" }.singleton }
}

/// A warm-up builds in stages, so that synchronous factories find the async singletons that they need.
struct WarmUpStageTests {
    private final class Disk: Sendable {}
    private final class Store: Sendable { init(_: Disk) {} }
    @MainActor private final class Screen { init(_: Disk) {} }
    private protocol Drive: AnyObject, Sendable {}
    private final class FastDrive: Drive {}

    private let container = Container()

    private func registerDisk() {
        container.registerAsync {
            for _ in 0..<100 { await Task.yield() }
            return Disk()
        }
        .scope(.singleton)
    }

    private struct Failure: Error {}

    @Test func nothingIsBegunAfterAFailure() async throws {
        let (gate, built) = (Gate(), Counter())
        container.registerAsync { () async throws -> Int in throw Failure() }.scope(.singleton)
        container.registerAsync { () async in
            await gate.pass()
            return Disk()
        }
        .scope(.singleton)
        container.registerOnMainActor { resolver in
            built.increment()
            return Screen(try resolver.tryResolve())
        }
        .scope(.singleton)
        await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        gate.open()
        _ = try await container.resolveAsync(Disk.self)
        try await Task.sleep(for: .milliseconds(100))
        #expect(built.count == 0)
    }

    @Test func overrideThatIsResetMeanwhileIsNotBuilt() async throws {
        let container = container
        container.drive.register { "override" }
        container.registerAsync {
            container.drive.reset()
            #expect(container.drive() == "declared")
            container.reset(.singleton)
            return Disk()
        }
        .scope(.singleton)
        try await container.warmUp()
        #expect(container.drive() == "declared")
    }

    @Test func synchronousFactoryFindsAnAsyncSingleton() async throws {
        container.register(autowiring: Store.init).scope(.singleton)
        registerDisk()
        try await container.warmUp()
        _ = try container.tryResolve(Store.self)
    }

    @Test func factoryOfTheMainActorFindsAnAsyncSingleton() async throws {
        container.registerOnMainActor { resolver in Screen(try resolver.tryResolve()) }.scope(.singleton)
        registerDisk()
        try await container.warmUp()
        _ = try container.tryResolve(Screen.self)
    }

    @Test func synchronousFactoryFindsASingletonOfTheMainActor() async throws {
        container.register { (resolver: Resolver) in
            _ = try resolver.tryResolve(Screen.self)
            return ""
        }
        .scope(.singleton)
        container.registerOnMainActor { resolver in Screen(try resolver.tryResolve()) }.scope(.singleton)
        registerDisk()
        try await container.warmUp()
        _ = try container.tryResolve(String.self)
    }

    /// With `resolve`, which cannot throw, the first attempt never ends.
    @Test(arguments: [false, true])
    func synchronousFactoryThatNeedsTheMainActorIsCalledThereAtTheEnd(stops: Bool) async throws {
        container.registerOnMainActor { resolver in Screen(try resolver.tryResolve()) }
        let order = Journal<String>()
        for name in ["first", "second"] as [ServiceName] {
            container.register(name: name) { (resolver: Resolver) throws in
                let screen: Screen = stops ? resolver.resolve() : try resolver.tryResolve()
                order.note("\(name)")
                return ObjectIdentifier(screen)
            }
            .scope(.singleton)
        }
        container.register { (resolver: Resolver) throws in
            order.note("store")
            return Store(try resolver.tryResolve())
        }
        .scope(.singleton)
        registerDisk()
        try await container.warmUp()
        #expect(order.entries == ["store", "first", "second"])
        _ = try container.tryResolve(ObjectIdentifier.self, name: "first")
        _ = try container.tryResolve(ObjectIdentifier.self, name: "second")
    }

    /// While a task builds what has become async, another singleton has failed without the main actor.
    @Test func factoryThatNeedsTheMainActorWaitsForWhatHasBecomeAsync() async throws {
        let order = Journal<String>()
        container.registerOnMainActor { "" }
        container.registerAsync { [container] () async in
            container.registerAsync { () async in
                for _ in 0..<100 { await Task.yield() }
                order.note("async")
                return 2
            }
            .scope(.singleton)
            return Disk()
        }
        .scope(.singleton)
        container.register { (resolver: Resolver) throws in
            _ = try resolver.tryResolve(String.self)
            order.note("main actor")
            return Double(try resolver.tryResolve(Int.self))
        }
        .scope(.singleton)
        container.register { 1 }.scope(.singleton)
        try await container.warmUp()
        #expect(order.entries == ["async", "main actor"])
    }

    @Test func singletonThatIsNoLongerOfTheMainActorIsBuiltElsewhere() async throws {
        container.registerAsync { [container] () async in
            container.register(name: "place") { MainActorCheck.isOnMainActor }.scope(.singleton)
            return Disk()
        }
        .scope(.singleton)
        container.registerOnMainActor(name: "place") { true }.scope(.singleton)
        try await container.warmUp()
        #expect(try container.tryResolve(Bool.self, name: "place") == false)
    }

    /// The singleton is ready, so it is not built again: the hook of what it needs would be lost.
    @Test(arguments: [false, true])
    func failureOfAnInnerHookIsThrown(stops: Bool) async throws {
        container.registerOnMainActor { "" }
        container.register { (resolver: Resolver) throws in Store(try resolver.tryResolve()) }.scope(.singleton)
        container.register { Disk() }
            .scope(.singleton)
            .onResolved { _, resolver in
                _ = stops ? resolver.resolve(String.self) : try resolver.tryResolve(String.self)
            }
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .requiresMainActor)
    }

    @Test func failureOnTheMainActorAtTheEndIsThrown() async throws {
        container.registerOnMainActor { "" }
        container.registerAsync { () async in 1 }
        container.register { (resolver: Resolver) throws in
            _ = try resolver.tryResolve(String.self)
            return Double(try resolver.tryResolve(Int.self))
        }
        .scope(.singleton)
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .requiresAsync)
        #expect(error?.steps == ["Double", "Int"])
    }

    @Test func failureOfAnAsyncSingletonStopsNoProgram() async throws {
        struct Broken: Error {}
        container.registerAsync { () async throws -> Disk in throw Broken() }.scope(.singleton)
        container.register { resolver in Store(resolver.resolve()) }.scope(.singleton)
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .factoryFailed)
    }

    @Test func singletonThatBecomesAsyncMeanwhileIsBuilt() async throws {
        container.registerAsync { [container] () async in
            container.registerAsync { () async in 2 }.scope(.singleton)
            return Disk()
        }
        .scope(.singleton)
        container.register { 1 }.scope(.singleton)
        try await container.warmUp()
        #expect(try container.tryResolve(Int.self) == 2)
    }

    @Test func factoryThatNeedsASingletonWhichHasBecomeAsyncIsPutOff() async throws {
        let gate = Gate()
        container.registerAsync { [container] () async in
            container.registerAsync { () async in
                await gate.pass()
                return 2
            }
            .scope(.singleton)
            return Disk()
        }
        .scope(.singleton)
        container.register { 1 }.scope(.singleton)
        container.register { (resolver: Resolver) in
            // Opened after the first request, which does not find the singleton.
            defer { gate.open() }
            return "\(try resolver.tryResolve(Int.self))"
        }
        .scope(.singleton)
        try await container.warmUp()
        #expect(try container.tryResolve(String.self) == "2")
    }

    @Test func singletonThatIsReadyIsNotPending() async throws {
        registerDisk()
        try await container.warmUp()
        try await container.warmUp(timeout: .zero)
    }

    @Test func synchronousFactoryThatNeedsAnotherAsyncServiceFails() async throws {
        container.registerAsync { () async in Disk() }
        container.register { (resolver: Resolver) in Store(try resolver.tryResolve()) }.scope(.singleton)
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .requiresAsync)
    }

    @Test func singletonThatIsReplacedMeanwhileIsBuiltAsItIsThen() async throws {
        let former = Counter()
        container.registerAsync { [container] () async in
            container.register(name: "store") { "new" }.scope(.singleton)
            container.unregister(Double.self)
            return Disk()
        }
        .scope(.singleton)
        container.register(name: "store") {
            former.increment()
            return "old"
        }
        .scope(.singleton)
        container.register { () throws -> Double in throw CancellationError() }.scope(.singleton)
        try await container.warmUp()
        #expect(former.count == 0)
        #expect(container.explain(String.self, name: "store").contains("an instance is kept"))
    }

    @Test func warmUpOfAContainerThatIsShutDownMeanwhileFails() async throws {
        let builds = Counter()
        container.registerAsync { [container] () async throws in
            try await container.shutdown()
            return Disk()
        }
        .scope(.singleton)
        container.register {
            builds.increment()
            return ""
        }
        .scope(.singleton)
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .containerClosed)
        #expect(builds.count == 0)
    }

    @Test(arguments: [false, true])
    func decoratedAliasIsFoundEverywhere(isAsync: Bool) async throws {
        let registration =
            isAsync
            ? container.registerAsync {
                await Task.yield()
                return FastDrive()
            } : container.register { FastDrive() }
        registration.implements((any Drive).self).scope(.singleton)
        container.decorateOnMainActor((any Drive).self) { drive, _ in drive }
        try await container.warmUp()
        _ = try await Task.detached { [container] in try container.tryResolve((any Drive).self) }.value
    }
}
