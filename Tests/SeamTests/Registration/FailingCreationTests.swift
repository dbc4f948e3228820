import Seam
import TestKit
import Testing

/// An `onCreate` hook that throws fails the build of its own instance, and of no other.
struct FailingCreationTests {
    private final class Engine: Sendable {}

    private final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }

    private let container = Container()
    private let engines = Journal<Engine>()
    private let cars = Journal<Car>()

    /// Registers both so that built instances are held.
    private func registerBoth(scope: Scope) -> (engine: Registration<Engine>, car: Registration<Car>) {
        let engine =
            container.register { [engines] in
                let engine = Engine()
                engines.note(engine)
                return engine
            }
            .scope(scope)
        let car =
            container.register { [cars] resolver in
                let car = Car(engine: try resolver.tryResolve())
                cars.note(car)
                return car
            }
            .scope(scope)
        return (engine, car)
    }

    @Test(arguments: [Scope].keepingOrShared) func dependencyThatWasCompletedBeforeStaysKept(scope: Scope) throws {
        registerBoth(scope: scope).car.onCreate { _, _ in throw Fixtures.Breakdown() }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(try container.tryResolve(Engine.self) === engines.entries.first)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func dependencyIsCompletedThoughTheFactoryOfItsDependentFails(scope: Scope) throws {
        let hooks = Counter()
        registerBoth(scope: scope).engine.onCreate { _, _ in hooks.increment() }
        container.register { resolver -> String in
            _ = try resolver.tryResolve(Car.self)
            throw Fixtures.Breakdown()
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(try container.tryResolve(Car.self).engine === engines.entries.first)
        #expect(hooks.count == 1)
        #expect(cars.entries.count == 1)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func dependentThatTheHookCompletedStaysKeptWithTheFailedInstance(scope: Scope) throws {
        let calls = Counter()
        registerBoth(scope: scope).engine
            .onCreate { _, resolver in
                _ = try resolver.tryResolve(Car.self)
                guard calls.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        let engine = try container.tryResolve(Engine.self)
        #expect(engine === engines.entries.last)
        #expect(try container.tryResolve(Car.self) === cars.entries.first)
        #expect(cars.entries.first?.engine === engines.entries.first)
        #expect(cars.entries.count == 1)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func dependentOfADependentStaysKeptWithTheFailedInstance(scope: Scope) throws {
        let calls = Counter()
        registerBoth(scope: scope).engine
            .onCreate { _, resolver in
                _ = try resolver.tryResolve([Car].self)
                guard calls.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        container.register { [try $0.tryResolve(Car.self)] }.scope(.cached)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        #expect(try container.tryResolve(Engine.self) === engines.entries.last)
        #expect(try container.tryResolve([Car].self).first === cars.entries.first)
        #expect(try container.tryResolve(Car.self) === cars.entries.first)
        #expect(cars.entries.count == 1)
    }

    @Test(arguments: [Scope].keepingOrShared) func dependentIsNotBuiltAfterAFailedHook(scope: Scope) throws {
        registerBoth(scope: scope).engine.onCreate { _, _ in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying is Fixtures.Breakdown)
        #expect(error.steps == ["Car", "Engine"])
        #expect(cars.entries.isEmpty)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func factoryMayContinueAfterAFailedHookOfItsDependency(scope: Scope) throws {
        let calls = Counter()
        registerBoth(scope: scope).engine
            .onCreate { _, _ in
                guard calls.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        container.register { resolver -> String in
            if let car = try? resolver.tryResolve(Car.self) { return "\(car) at once" }
            return try resolver.tryResolve(Car.self).engine === resolver.tryResolve(Engine.self) ? "same" : "other"
        }
        #expect(try container.tryResolve(String.self) == "same")
        #expect(engines.entries.count == 2)
    }

    @Test func failedAsyncInstanceIsNotKeptAndItsDependencyIs() async throws {
        let (calls, built) = (Counter(), Counter())
        container.registerAsync {
            built.increment()
            return Engine()
        }
        .scope(.singleton)
        container.registerAsync { resolver in Car(engine: try await resolver.resolveAsync()) }.scope(.singleton)
            .onCreate { _, _ in
                guard calls.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Car.self) }
        #expect(built.count == 1)
        let car = try await container.resolveAsync(Car.self)
        #expect(try container.tryResolve(Engine.self) === car.engine)
        #expect(built.count == 1)
        #expect(calls.count == 2)
    }
}
