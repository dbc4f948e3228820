import Seam
import TestKit
import Testing

/// `onResolved`: the time at which a hook runs, and the number of its runs.
struct ResolvedHookTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {}
    private final class Radio: Sendable {}

    private let container = Container()
    private let order = Journal<String>()

    @Test(arguments: [Scope].all) func hookRunsWhenTheOutermostRequestIsFinished(scope: Scope) {
        container.register { Engine() }.scope(scope)
            .onCreate { [order] _, _ in order.note("engine created") }
            .onResolved { [order] _, _ in order.note("engine resolved") }
        container.register { [order] resolver in
            let engine = resolver.resolve(Engine.self)
            order.note("car factory")
            return withExtendedLifetime(engine) { Car() }
        }
        .scope(scope)
        .onCreate { [order] _, _ in order.note("car created") }
        .onResolved { [order] _, _ in order.note("car resolved") }
        _ = container.resolve(Car.self)
        #expect(
            order.entries == ["engine created", "car factory", "car created", "engine resolved", "car resolved"]
        )
    }

    @Test func hooksRunInTheOrderInWhichTheBuildsEnded() {
        container.register { Engine() }.onResolved { [order] _, _ in order.note("engine") }
        container.register { Radio() }.onResolved { [order] _, _ in order.note("radio") }
        container.register { resolver in
            _ = resolver.resolve(Radio.self)
            _ = resolver.resolve(Engine.self)
            return Car()
        }
        .onResolved { [order] _, _ in order.note("car") }
        container.register { resolver in "\(resolver.resolve(Car.self))" }
            .onResolved { [order] _, _ in order.note("text") }
        _ = container.resolve(String.self)
        #expect(order.entries == ["radio", "engine", "car", "text"])
    }

    @Test func severalHooksOfOneInstanceRunInTheirOrder() {
        container.register { Engine() }
            .onResolved { [order] _, _ in order.note("first") }
            .onResolved { [order] _, _ in order.note("second") }
        _ = container.resolve(Engine.self)
        #expect(order.entries == ["first", "second"])
    }

    /// A nil is no object that a shared scope could hold, and is built all the same.
    @Test(arguments: [Scope].all)
    func hookRunsForANil(scope: Scope) {
        container.register { Engine?.none }.scope(scope)
            .onResolved { [order] engine, _ in order.note(engine == nil ? "nil" : "engine") }
        #expect(container.resolve(Engine?.self) == nil)
        #expect(order.entries == ["nil"])
    }

    @Test(arguments: [Scope].all) func hookRunsOncePerBuiltInstance(scope: Scope) {
        container.register { Engine() }.scope(scope)
            .onResolved { [order] _, _ in order.note("hook") }
        container.register { resolver in
            let engines = (resolver.resolve(Engine.self), resolver.resolve(Engine.self))
            return withExtendedLifetime(engines) { Car() }
        }
        _ = container.resolve(Car.self)
        #expect(order.entries.count == (scope == .unique ? 2 : 1))
    }

    @Test(arguments: [Scope].keeping) func hookDoesNotRunForAKeptInstance(scope: Scope) {
        container.register { Engine() }.scope(scope).onResolved { [order] _, _ in order.note("hook") }
        for _ in 0..<3 { _ = container.resolve(Engine.self) }
        #expect(order.entries.count == 1)
        container.reset()
        _ = container.resolve(Engine.self)
        #expect(order.entries.count == 2)
    }

    @Test func hookReceivesTheDecoratedInstance() {
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
            .onResolved { [order] service, _ in order.note(service.label) }
        container.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service) }
        _ = container.resolve((any Fixtures.Service).self)
        #expect(order.entries == ["wrapped(live)"])
    }

    @Test func hookOfAnInstanceBuiltByAnOnCreateHookWaitsForTheOutermostRequest() {
        container.register { Engine() }.onResolved { [order] _, _ in order.note("engine resolved") }
        container.register { Car() }
            .onCreate { [order] _, resolver in
                _ = resolver.resolve(Engine.self)
                order.note("car created")
            }
            .onResolved { [order] _, _ in order.note("car resolved") }
        _ = container.resolve(Car.self)
        #expect(order.entries == ["car created", "engine resolved", "car resolved"])
    }

    @Test func hooksOfAsyncServicesRunWhenTheOutermostRequestIsFinished() async throws {
        container.registerAsync {
            await Task.yield()
            return Engine()
        }
        .scope(.singleton)
        .onResolved { [order] _, _ in order.note("engine resolved") }
        container.registerAsync { [order] resolver in
            _ = try await resolver.resolveAsync(Engine.self)
            order.note("car factory")
            return Car()
        }
        .scope(.singleton)
        .onResolved { [order] _, _ in order.note("car resolved") }
        _ = try await container.resolveAsync(Car.self)
        #expect(order.entries == ["car factory", "engine resolved", "car resolved"])
    }

    /// The hook blocks its thread until another one has received its instance.
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func nobodyWaitsForTheHook(scope: Scope) async throws {
        let (isHooking, isSeen) = (Gate(), Gate())
        container.register { Engine() }.scope(scope)
            .onResolved { [order] _, _ in
                isHooking.open()
                isSeen.wait()
                order.note("hook")
            }
        async let first = Deadline.valueOnThread { [container] in container.resolve(Engine.self) }
        let second = try await Deadline.valueInTask { [container] in
            await isHooking.pass()
            return try await container.resolveAsync(Engine.self)
        }
        isSeen.open()
        #expect(try await first === second)
        #expect(order.entries == ["hook"])
    }

    @Test func conditionThatIsFalseDropsTheHook() {
        container.register { Engine() }
        container.register(when: .when(false)) { Engine() }.onResolved { [order] _, _ in order.note("hook") }
        _ = container.resolve(Engine.self)
        #expect(order.entries.isEmpty)
    }

    /// Runs in a process of its own, since the first hook blocks a thread of the pool.
    @Test func hookOfTheMainActorRunsThereEvenIfItIsQueuedWhileAnotherOneRuns() async {
        await #expect(processExitsWith: .success) {
            let (container, isRun) = (Container(), Flag())
            let (isBuilding, isEnding, isBuilt) = (Gate(), Gate(), Gate())
            container.register { Engine() }
                .onResolved { _, _ in
                    isEnding.open()
                    isBuilt.wait()
                }
            container.registerAsync {
                isBuilding.open()
                await isEnding.pass()
                return Radio()
            }
            .scope(.singleton)
            .onResolvedOnMainActor { _, _ in
                MainActor.preconditionIsolated()
                isRun.raise()
            }
            container.registerAsync { resolver in
                _ = try await resolver.resolveAsync(Engine.self)
                Task {
                    _ = try await resolver.resolveAsync(Radio.self)
                    isBuilt.open()
                }
                await isBuilding.pass()
                return Car()
            }
            _ = try await Task.detached { try await container.resolveAsync(Car.self) }.value
            #expect(isRun.isRaised)
        }
    }

    /// The outer request takes the slow path to the main actor, and the inner one a shortcut there.
    @Test func hookOfAnInnerMainActorServiceRunsOnTheMainActor() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.registerOnMainActor { Radio() }.onResolved { _, _ in MainActor.preconditionIsolated() }
            container.registerOnMainActor { resolver in
                _ = resolver.resolve(Radio.self)
                return Car()
            }
            _ = try await Task.detached { try await container.resolveAsync(Car.self) }.value
        }
    }
}
