import Seam
import TestKit
import Testing

/// `onResolved` hooks of requests that fail, and hooks that throw.
struct FailingResolvedHookTests {
    private final class Engine: Sendable {}
    private final class Radio: Sendable {}
    private final class Car: Sendable {}

    private struct FirstFailure: Error {}
    private struct SecondFailure: Error {}

    private let container = Container()
    private let order = Journal<String>()
    private let engines = Journal<Engine>()

    /// Registers an engine that is held by a journal.
    private func registerEngine(scope: Scope) -> Registration<Engine> {
        container.register { [engines] in
            let engine = Engine()
            engines.note(engine)
            return engine
        }
        .scope(scope)
    }

    @Test(arguments: [Scope].all) func failureInsideAnAsyncServiceHasTheWholePath(scope: Scope)
        async throws
    {
        let radio = Radio()
        container.registerAsync {
            _ = try await $0.resolveAsync(Radio.self) as Radio
            return Engine()
        }
        .scope(scope)
        container.registerAsync { radio }.scope(scope)
            .onResolved { _, resolver in _ = try resolver.tryResolve(Int.self) }
        container.registerAsync {
            _ = try await $0.resolveAsync(Engine.self) as Engine
            return Car()
        }
        .scope(.singleton)
        container.registerAsync {
            _ = try await $0.resolveAsync(Car.self) as Car
            return ""
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(String.self) }
        #expect(error?.code == .notRegistered)
        #expect(error?.steps == ["String", "Car", "Engine", "Radio", "Int"])
    }

    @Test(arguments: [Scope].keepingOrShared) func hookOfAKeptInstanceRunsThoughTheRequestFails(scope: Scope) throws {
        registerEngine(scope: scope).onResolved { [order] _, _ in order.note("engine resolved") }
        container.register { [order] resolver -> Car in
            _ = try resolver.tryResolve(Engine.self)
            order.note("car fails")
            throw Fixtures.Breakdown()
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(error.underlying is Fixtures.Breakdown)
        #expect(order.entries == ["car fails", "engine resolved"])
        #expect(try container.tryResolve(Engine.self) === engines.entries.first)
        #expect(order.entries.count == 2)
    }

    @Test(arguments: [Scope].notKeeping)
    func hookOfAnInstanceThatIsNotKeptDoesNotRunIfTheRequestFails(scope: Scope) throws {
        registerEngine(scope: scope).onResolved { [order] _, _ in order.note("engine resolved") }
        container.register(Radio.self) { Radio() }.scope(.singleton)
            .onResolved { [order] _, _ in order.note("radio resolved") }
        container.register { resolver -> Car in
            _ = try resolver.tryResolve(Engine.self)
            _ = try resolver.tryResolve(Radio.self)
            throw Fixtures.Breakdown()
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(order.entries == ["radio resolved"])
    }

    @Test func hookOfAnInstanceWhoseOnCreateThrewDoesNotRun() throws {
        registerEngine(scope: .singleton)
            .onCreate { _, _ in throw Fixtures.Breakdown() }
            .onResolved { [order] _, _ in order.note("engine resolved") }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        #expect(order.entries.isEmpty)
    }

    @Test(arguments: [Scope].all)
    func errorOfAHookIsThrownByTheOutermostRequest(scope: Scope) throws {
        registerEngine(scope: scope).onResolved { _, _ in throw Fixtures.Breakdown() }
        container.register { [order] resolver in
            _ = try resolver.tryResolve(Engine.self)
            order.note("car factory")
            return Car()
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying is Fixtures.Breakdown)
        #expect(error.steps == ["Car", "Engine"])
        #expect(order.entries == ["car factory"])
    }

    @Test(arguments: [Scope].keepingOrShared) func keptInstanceWhoseHookThrewIsDropped(scope: Scope) throws {
        let calls = Counter()
        registerEngine(scope: scope)
            .onResolved { _, _ in
                guard calls.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        let second = try container.tryResolve(Engine.self)
        #expect(second === engines.entries.last)
        #expect(try container.tryResolve(Engine.self) === second)
        #expect(calls.count == 2)
    }

    @Test func otherKeptInstancesStay() throws {
        registerEngine(scope: .singleton).onResolved { [order] _, _ in order.note("engine resolved") }
        container.register { Radio() }.scope(.singleton).onResolved { _, _ in throw Fixtures.Breakdown() }
        container.register { resolver in
            _ = try resolver.tryResolve(Radio.self)
            _ = try resolver.tryResolve(Engine.self)
            return Car()
        }
        .scope(.singleton)
        .onResolved { [order] _, _ in order.note("car resolved") }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(order.entries == ["engine resolved", "car resolved"])
        #expect(try container.tryResolve(Engine.self) === engines.entries.first)
        _ = try container.tryResolve(Car.self)
        #expect(engines.entries.count == 1)
    }

    @Test func errorOfAHookSaysThatTheHookFailed() {
        container.register(fileID: "Shop/Modules.swift", line: 8) { 7 }
            .scope(.singleton)
            .onResolved { _, _ in throw Fixtures.Breakdown() }
        let error = #expect(throws: ResolutionError.self) {
            try container.tryResolve(Int.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(
            error?.description == """
                An onResolved hook of 'Int' failed: out of fuel
                  Path: Int   (asked for at Shop/Cart.swift:12)
                  Registered at Shop/Modules.swift:8.
                  To fix it, look at what the hook throws; a cached instance was dropped for it, and other cached \
                services of the request stay.
                """
        )
    }

    @Test func firstErrorOfSeveralHooksIsThrown() throws {
        registerEngine(scope: .singleton).onResolved { _, _ in throw FirstFailure() }
        container.register { resolver in
            _ = try resolver.tryResolve(Engine.self)
            return Car()
        }
        .scope(.singleton)
        .onResolved { _, _ in throw SecondFailure() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(error.underlying is FirstFailure)
    }

    @Test func errorOfTheRequestComesBeforeThatOfAHook() throws {
        registerEngine(scope: .singleton).onResolved { _, _ in throw SecondFailure() }
        container.register { resolver -> Car in
            _ = try resolver.tryResolve(Engine.self)
            throw FirstFailure()
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Car.self) }
        #expect(error.underlying is FirstFailure)
        #expect(try container.tryResolve(String?.self) == nil)
    }

    @Test func laterHookOfTheSameInstanceDoesNotRun() {
        registerEngine(scope: .singleton)
            .onResolved { _, _ in throw Fixtures.Breakdown() }
            .onResolved { [order] _, _ in order.note("second") }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        #expect(order.entries.isEmpty)
    }

    @Test func errorOfAnAsyncRequestsHookIsThrown() async throws {
        let calls = Counter()
        container.registerAsync { Engine() }.scope(.singleton)
            .onResolved { _, _ in
                guard calls.increment() > 1 else { throw Fixtures.Breakdown() }
            }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Engine.self) }
        #expect(error?.underlying is Fixtures.Breakdown)
        _ = try await container.resolveAsync(Engine.self)
        #expect(calls.count == 2)
    }
}
