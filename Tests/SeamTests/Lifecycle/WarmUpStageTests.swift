import Seam
import TestKit
import Testing

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
