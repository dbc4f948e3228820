import Dispatch
import Seam
import TestKit
import Testing

/// No lock is held while factories run: they may wait for other threads that use the container.
struct UnlockedFactoryTests {
    private final class Car: Sendable {
        let engine: Engine?
        init(engine: Engine?) { self.engine = engine }
    }

    private final class Engine: Sendable {}

    @Test func singletonFactoryMayWaitForAThreadThatBuildsAnotherSingleton() async throws {
        let container = Container()
        container.register { Engine() }.scope(.singleton)
        container.register { resolver in
            Car(engine: Deadline.blockingResult { resolver.container.resolve(Engine.self) })
        }
        .scope(.singleton)
        let car = try #require(await Deadline.result { container.resolve(Car.self) })
        #expect(car.engine === container.resolve(Engine.self))
    }

    @Test func singletonFactoryMayWaitForAThreadThatFindsAnotherSingletonReady() async throws {
        let container = Container()
        container.register { Engine() }.scope(.singleton)
        let engine = container.resolve(Engine.self)
        container.register { resolver in
            Car(engine: Deadline.blockingResult { resolver.container.resolve(Engine.self) })
        }
        .scope(.singleton)
        let car = try #require(await Deadline.result { container.resolve(Car.self) })
        #expect(car.engine === engine)
    }

    @Test func escapedResolverMayBeUsedOnTheOtherThread() async throws {
        let container = Container()
        container.register { Engine() }.scope(.singleton)
        container.register { resolver in
            Car(engine: Deadline.blockingResult { resolver.resolve(Engine.self) })
        }
        .scope(.singleton)
        let car = try #require(await Deadline.result { container.resolve(Car.self) })
        #expect(car.engine === container.resolve(Engine.self))
    }

    @Test(arguments: [Scope].all) func factoryRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Counter()
        container.register {
            if Exercise.run(container) { through.increment() }
            return Engine()
        }
        .scope(scope)
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(through.count == 1)
    }

    @Test(arguments: [Scope].all) func factoryWithArgumentsRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Counter()
        container.register { (_: Resolver, _: Int) in
            if Exercise.run(container) { through.increment() }
            return Engine()
        }
        .scope(scope)
        _ = await Deadline.result { container.resolve(Engine.self, arguments: 4) }
        #expect(through.count == 1)
    }

    @Test func contributionRunsUnderNoLock() async {
        let container = Container()
        let through = Counter()
        container.contribute {
            if Exercise.run(container) { through.increment() }
            return Engine()
        }
        .scope(.singleton)
        _ = await Deadline.result { container.all(Engine.self).count }
        #expect(through.count == 1)
    }

    @Test func factoryMayRegisterItsOwnKeyAnew() async throws {
        let container = Container()
        let second = Engine()
        container.register {
            container.register { second }.scope(.singleton)
            return Engine()
        }
        .scope(.singleton)
        let first = try #require(await Deadline.result { container.resolve(Engine.self) })
        #expect(first !== second)
        #expect(container.resolve(Engine.self) === second)
    }

    @Test func factoryMayResetItsOwnScope() async throws {
        let container = Container()
        let built = Counter()
        container.register {
            if built.increment() == 1 { container.reset() }
            return Engine()
        }
        .scope(.singleton)
        let first = try #require(await Deadline.result { container.resolve(Engine.self) })
        let second = container.resolve(Engine.self)
        #expect(first !== second)
        #expect(second === container.resolve(Engine.self))
    }

    @Test func factoryMayRunOnTheMainQueueSynchronously() async throws {
        let container = Container()
        container.register { Engine() }.scope(.singleton)
        container.register { resolver in
            DispatchQueue.main.sync { Car(engine: resolver.resolve(Engine.self)) }
        }
        .scope(.singleton)
        let car = try #require(await Deadline.result { container.resolve(Car.self) })
        #expect(car.engine === container.resolve(Engine.self))
    }
}
