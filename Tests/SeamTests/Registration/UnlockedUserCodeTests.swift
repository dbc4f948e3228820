import Seam
import Synchronization
import Testing

/// No lock is held while decorators, hooks, storages, clocks and conversions run.
struct UnlockedUserCodeTests {
    private final class Engine: Sendable {}

    private protocol Motor: Sendable {}
    private struct Diesel: Motor {}

    /// A storage that uses the container whenever it is read or written.
    private final class Shelf: InstanceStorage {
        private let container: Container
        private let through: Parallel.Tally
        private let content = Mutex<Engine?>(nil)

        init(_ container: Container, _ through: Parallel.Tally) {
            self.container = container
            self.through = through
        }

        var instance: Any? {
            get {
                if Parallel.exercise(container) { through.increment() }
                return content.withLock { $0 }
            }
            set {
                if Parallel.exercise(container) { through.increment() }
                let new = newValue as? Engine
                content.withLock { $0 = new }
            }
        }
    }

    /// A clock that uses the container whenever it is read.
    private struct BusyClock: Clock {
        let container: Container
        let through: Parallel.Tally

        var now: ContinuousClock.Instant {
            if Parallel.exercise(container) { through.increment() }
            return ContinuousClock().now
        }

        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    }

    private struct BusyModule: Module {
        let through: Parallel.Tally

        func register(in container: Container) {
            if Parallel.exercise(container) { through.increment() }
        }
    }

    private static let scopes: [Scope] = [.unique, .graph, .cached, .shared, .container, .singleton]

    @Test(arguments: scopes) func decoratorOfARegistrationRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Parallel.Tally()
        container.register { Engine() }.scope(scope)
            .decorate { engine, _ in
                if Parallel.exercise(container) { through.increment() }
                return engine
            }
        _ = await Parallel.result { container.resolve(Engine.self) }
        #expect(through.value == 1)
    }

    @Test(arguments: scopes) func decoratorOfAContainerRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Parallel.Tally()
        container.register { Engine() }.scope(scope)
        container.decorate(Engine.self) { engine, _ in
            if Parallel.exercise(container) { through.increment() }
            return engine
        }
        _ = await Parallel.result { container.resolve(Engine.self) }
        #expect(through.value == 1)
    }

    @Test(arguments: scopes) func hookRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let through = Parallel.Tally()
        container.register { Engine() }.scope(scope)
            .onCreate { _, _ in
                if Parallel.exercise(container) { through.increment() }
            }
        _ = await Parallel.result { container.resolve(Engine.self) }
        #expect(through.value == 1)
    }

    @Test func storageIsUsedUnderNoLock() async throws {
        let container = Container()
        let through = Parallel.Tally()
        container.register { Engine() }.scope(Scope("shelf") { Shelf(container, through) })
        let first = try #require(await Parallel.result { container.resolve(Engine.self) })
        #expect(through.value >= 1)
        let second = try #require(await Parallel.result { container.resolve(Engine.self) })
        #expect(first === second)
    }

    @Test func storageIsClearedUnderNoLock() async {
        let container = Container()
        let through = Parallel.Tally()
        container.register { Engine() }.scope(Scope("shelf") { Shelf(container, through) })
        _ = await Parallel.result { container.resolve(Engine.self) }
        let before = through.value
        _ = await Parallel.result { container.reset() }
        #expect(through.value > before)
    }

    @Test func storageIsMadeUnderNoLock() async {
        let container = Container()
        let through = Parallel.Tally()
        let scope = Scope("shelf") {
            if Parallel.exercise(container) { through.increment() }
            return Shelf(container, Parallel.Tally())
        }
        container.register { Engine() }.scope(scope)
        _ = await Parallel.result { container.resolve(Engine.self) }
        #expect(through.value == 1)
    }

    @Test func clockIsReadUnderNoLock() async {
        let container = Container()
        let through = Parallel.Tally()
        let clock = BusyClock(container: container, through: through)
        container.register { Engine() }.scope(.cached(for: .seconds(3600), clock: clock))
        let before = through.value
        _ = await Parallel.result {
            container.resolve(Engine.self) === container.resolve(Engine.self)
        }
        #expect(through.value > before)
    }

    @Test func conversionOfAnAliasRunsUnderNoLock() async {
        let container = Container()
        let through = Parallel.Tally()
        container.register { Diesel() }.scope(.singleton)
            .implements((any Motor).self) { diesel in
                if Parallel.exercise(container) { through.increment() }
                return diesel
            }
        _ = await Parallel.result { container.resolve((any Motor).self) }
        #expect(through.value == 1)
    }

    @Test func moduleRegistersUnderNoLock() async {
        let container = Container()
        let through = Parallel.Tally()
        _ = await Parallel.result { container.install(BusyModule(through: through)) }
        #expect(through.value == 1)
    }

    @Test func overridesAreRegisteredUnderNoLock() async {
        let parent = Container()
        let child = Container(parent: parent)
        let through = Parallel.Tally()
        _ = await Parallel.result {
            withContainer(child) {
                withOverrides { copy in
                    if Parallel.exercise(copy) { through.increment() }
                } operation: {
                }
            }
        }
        #expect(through.value == 1)
    }
}
