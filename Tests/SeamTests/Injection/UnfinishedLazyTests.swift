import Seam
import TestKit
import Testing

/// Lazy values that are read inside an `onCreate` hook get an instance whose hooks still run.
///
/// Other requests wait for the end of the hooks.
struct UnfinishedLazyTests {
    private final class Engine: Sendable {
        let isTuned = Flag()
    }

    private final class Car: Sendable {
        let engine: Engine
        init(_ engine: Engine) { self.engine = engine }
    }

    /// A container in whose hook for the engine the lazy values are read, twice each.
    private func container(whileTuning body: @escaping @Sendable () throws -> Void) -> (
        Container, engine: Lazy<Engine>, car: Lazy<Car>
    ) {
        let container = Container()
        let (engine, car) = (container.resolve(Lazy<Engine>.self), container.resolve(Lazy<Car>.self))
        container.register { (resolver: Resolver) in Car(resolver.resolve()) }
        container.register { Engine() }.scope(.singleton)
            .onCreate { made, _ in
                for _ in 0..<2 {
                    #expect(engine.value === made)
                    #expect(car.value.engine === made)
                }
                try body()
                made.isTuned.raise()
            }
        return (container, engine, car)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func otherThreadsGetTheValueAfterTheHook(isPartOfAnother: Bool) async throws {
        let isTuning = Gate()
        let (container, engine, car) = container {
            isTuning.open()
            for _ in 0..<10_000 { CurrentThread.yield() }
        }
        let values = await ThreadGroup.results(2) { thread in
            guard thread == 1 else { return container.resolve(Engine.self).isTuned.isRaised }
            isTuning.wait()
            return (isPartOfAnother ? car.value.engine : engine.value).isTuned.isRaised
        }
        #expect(values == [true, true])
        #expect(engine.value === container.resolve(Engine.self))
        #expect(car.value === car.value)
    }

    @Test func valueIsKeptIfTheHookFails() async throws {
        struct Stall: Error {}
        let (container, engine, car) = container { throw Stall() }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        #expect(engine.value === car.value.engine)
    }

    @Test func valueThatIsReleasedInTheHookIsResolvedAgain() {
        let container = Container()
        let made = Counter()
        let part = LazyOwner(in: container)
        container.register { (resolver: Resolver) in
            made.increment()
            return Car(resolver.resolve())
        }
        container.register { Engine() }.scope(.singleton)
            .onCreate { _, _ in
                _ = part.car
                part.release()
            }
        _ = container.resolve(Engine.self)
        #expect(made.count == 1)
        #expect(!part.isResolved)
        // A released value asks the current container.
        withContainer(container) { _ = part.car }
        #expect(made.count == 2)
        #expect(part.isResolved)
    }

    private final class LazyOwner: @unchecked Sendable {
        @LazyInject var car: Car

        init(in container: Container) { _car = LazyInject(in: container) }

        var isResolved: Bool { $car.isResolved }
        func release() { $car.release() }
    }
}
