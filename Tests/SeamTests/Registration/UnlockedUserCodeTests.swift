import Seam
import TestKit
import Testing

/// No lock is held while decorators, hooks, storages, clocks and conversions run.
struct UnlockedUserCodeTests {
    private final class Engine: Sendable {}

    private protocol Motor: Sendable {}
    private struct Diesel: Motor {}

    /// A storage that uses the container whenever it is read or written, and notes whether the use returned.
    private final class BusyStorage: InstanceStorage {
        private let container: Container
        private let uses: Journal<Bool>
        private let content = Box<Engine?>()

        init(_ container: Container, _ uses: Journal<Bool>) {
            self.container = container
            self.uses = uses
        }

        var instance: Any? {
            get {
                uses.note(Exercise.run(container))
                return content.value
            }
            set {
                uses.note(Exercise.run(container))
                content.value = newValue as? Engine
            }
        }
    }

    /// A clock that uses the container whenever it is read, and notes whether the use returned.
    private struct BusyClock: Clock {
        let container: Container
        let uses: Journal<Bool>

        var now: ContinuousClock.Instant {
            uses.note(Exercise.run(container))
            return ContinuousClock().now
        }

        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    }

    private struct BusyModule: Module {
        let uses: Journal<Bool>

        func register(in container: Container) {
            uses.note(Exercise.run(container))
        }
    }

    @Test(arguments: [Scope].all) func decoratorOfARegistrationRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let uses = Journal<Bool>()
        container.register { Engine() }.scope(scope)
            .decorate { engine, _ in
                uses.note(Exercise.run(container))
                return engine
            }
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(uses.entries == [true])
    }

    @Test(arguments: [Scope].all) func decoratorOfAContainerRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let uses = Journal<Bool>()
        container.register { Engine() }.scope(scope)
        container.decorate(Engine.self) { engine, _ in
            uses.note(Exercise.run(container))
            return engine
        }
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(uses.entries == [true])
    }

    @Test(arguments: [Scope].all) func hookRunsUnderNoLock(scope: Scope) async {
        let container = Container()
        let uses = Journal<Bool>()
        container.register { Engine() }.scope(scope)
            .onCreate { _, _ in
                uses.note(Exercise.run(container))
            }
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(uses.entries == [true])
    }

    @Test func storageIsUsedUnderNoLock() async throws {
        let container = Container()
        let uses = Journal<Bool>()
        container.register { Engine() }.scope(Scope("shelf") { BusyStorage(container, uses) })
        let first = try #require(await Deadline.result { container.resolve(Engine.self) })
        let second = try #require(await Deadline.result { container.resolve(Engine.self) })
        #expect(first === second)
        #expect(Set(uses.entries) == [true])
    }

    @Test func storageIsClearedUnderNoLock() async {
        let container = Container()
        let uses = Journal<Bool>()
        let scope = Scope("shelf") { BusyStorage(container, uses) }
        container.register { Engine() }.scope(scope)
        _ = await Deadline.result { container.resolve(Engine.self) }
        let before = uses.entries.count
        // A reset of all would drop what the storage has the container build.
        _ = await Deadline.result { container.reset(scope) }
        #expect(Set(uses.entries.dropFirst(before)) == [true])
    }

    @Test func storageIsMadeUnderNoLock() async {
        let container = Container()
        let uses = Journal<Bool>()
        let scope = Scope("shelf") {
            uses.note(Exercise.run(container))
            return BusyStorage(container, Journal())
        }
        container.register { Engine() }.scope(scope)
        _ = await Deadline.result { container.resolve(Engine.self) }
        #expect(uses.entries == [true])
    }

    @Test func clockIsReadUnderNoLock() async {
        let container = Container()
        let uses = Journal<Bool>()
        let clock = BusyClock(container: container, uses: uses)
        container.register { Engine() }.scope(.cached(for: .seconds(3600), clock: clock))
        let before = uses.entries.count
        _ = await Deadline.result {
            container.resolve(Engine.self) === container.resolve(Engine.self)
        }
        #expect(Set(uses.entries.dropFirst(before)) == [true])
    }

    @Test func conversionOfAnAliasRunsUnderNoLock() async {
        let container = Container()
        let uses = Journal<Bool>()
        container.register { Diesel() }.scope(.singleton)
            .implements((any Motor).self) { diesel in
                uses.note(Exercise.run(container))
                return diesel
            }
        _ = await Deadline.result { container.resolve((any Motor).self) }
        #expect(uses.entries == [true])
    }

    @Test func moduleRegistersUnderNoLock() async {
        let container = Container()
        let uses = Journal<Bool>()
        _ = await Deadline.result { container.install(BusyModule(uses: uses)) }
        #expect(uses.entries == [true])
    }

    @Test func overridesAreRegisteredUnderNoLock() async {
        let parent = Container()
        let child = Container(parent: parent)
        let uses = Journal<Bool>()
        _ = await Deadline.result {
            withContainer(child) {
                withOverrides { copy in
                    uses.note(Exercise.run(copy))
                } operation: {
                }
            }
        }
        #expect(uses.entries == [true])
    }
}
