import Seam
import TestKit
import Testing

/// No lock is held while decorators, hooks, storages, clocks and conversions run.
struct UnlockedUserCodeTests {
    private final class Engine: Sendable {}

    private protocol Motor: Sendable {}
    private struct Diesel: Motor {}

    /// A storage that uses the container whenever it is read or written.
    private final class BusyStorage: InstanceStorage {
        private let container: Container
        private let through: Counter
        private let content = Box<Engine?>()

        init(_ container: Container, _ through: Counter) {
            self.container = container
            self.through = through
        }

        var instance: Any? {
            get {
                if Exercise.run(container) { through.increment() }
                return content.value
            }
            set {
                if Exercise.run(container) { through.increment() }
                content.value = newValue as? Engine
            }
        }
    }

    /// A clock that uses the container whenever it is read.
    private struct BusyClock: Clock {
        let container: Container
        let through: Counter

        var now: ContinuousClock.Instant {
            if Exercise.run(container) { through.increment() }
            return ContinuousClock().now
        }

        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    }

    private struct BusyModule: Module {
        let through: Counter

        func register(in container: Container) {
            if Exercise.run(container) { through.increment() }
        }
    }

    private static let scopes: [Scope] = [.unique, .graph, .cached, .shared, .container, .singleton]

    @Test(arguments: scopes) func decoratorOfARegistrationRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Counter()
        container.register { Engine() }.scope(scope)
            .decorate { engine, _ in
                if Exercise.run(container) { through.increment() }
                return engine
            }
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(through.count == 1)
    }

    @Test(arguments: scopes) func decoratorOfAContainerRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Counter()
        container.register { Engine() }.scope(scope)
        container.decorate(Engine.self) { engine, _ in
            if Exercise.run(container) { through.increment() }
            return engine
        }
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(through.count == 1)
    }

    @Test(arguments: scopes) func hookRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Counter()
        container.register { Engine() }.scope(scope)
            .onCreate { _, _ in
                if Exercise.run(container) { through.increment() }
            }
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(through.count == 1)
    }

    @Test func storageIsUsedUnderNoLock() async throws {
        let container = Container()
        let through = Counter()
        container.register { Engine() }.scope(Scope("shelf") { BusyStorage(container, through) })
        let first = try #require(await Deadline.result { container.resolve(Engine.self) })
        #expect(through.count >= 1)
        let second = try #require(await Deadline.result { container.resolve(Engine.self) })
        #expect(first === second)
    }

    @Test func storageIsClearedUnderNoLock() async {
        let container = Container()
        let through = Counter()
        let scope = Scope("shelf") { BusyStorage(container, through) }
        container.register { Engine() }.scope(scope)
        _ = await Deadline.result { container.resolve(Engine.self) }
        let before = through.count
        // A reset of all would drop what the storage has the container build.
        _ = await Deadline.result { container.reset(scope) }
        #expect(through.count > before)
    }

    @Test func storageIsMadeUnderNoLock() async {
        let container = Container()
        let through = Counter()
        let scope = Scope("shelf") {
            if Exercise.run(container) { through.increment() }
            return BusyStorage(container, Counter())
        }
        container.register { Engine() }.scope(scope)
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(through.count == 1)
    }

    @Test func clockIsReadUnderNoLock() async {
        let container = Container()
        let through = Counter()
        let clock = BusyClock(container: container, through: through)
        container.register { Engine() }.scope(.cached(for: .seconds(3600), clock: clock))
        let before = through.count
        _ = await Deadline.result {
            container.resolve(Engine.self) === container.resolve(Engine.self)
        }
        #expect(through.count > before)
    }

    @Test func conversionOfAnAliasRunsUnderNoLock() async {
        let container = Container()
        let through = Counter()
        container.register { Diesel() }.scope(.singleton)
            .implements((any Motor).self) { diesel in
                if Exercise.run(container) { through.increment() }
                return diesel
            }
        _ = await Deadline.result { container.resolve((any Motor).self) }
        #expect(through.count == 1)
    }

    @Test func moduleRegistersUnderNoLock() async {
        let container = Container()
        let through = Counter()
        _ = await Deadline.result { container.install(BusyModule(through: through)) }
        #expect(through.count == 1)
    }

    @Test func overridesAreRegisteredUnderNoLock() async {
        let parent = Container()
        let child = Container(parent: parent)
        let through = Counter()
        _ = await Deadline.result {
            withContainer(child) {
                withOverrides { copy in
                    if Exercise.run(copy) { through.increment() }
                } operation: {
                }
            }
        }
        #expect(through.count == 1)
    }
}
