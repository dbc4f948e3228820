import Seam
import TestKit
import Testing

/// `onCreate`: a hook runs right after its instance was built and decorated.
struct CreationOrderTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {}

    private let container = Container()
    private let order = Journal<String>()

    @Test(arguments: [Scope].all) func hookOfADependencyRunsBeforeItsDependentIsBuilt(scope: Scope) {
        container.register { [order] in
            order.note("engine factory")
            return Engine()
        }
        .scope(scope)
        .onCreate { [order] _, _ in order.note("engine hook") }
        container.register { [order] resolver in
            let engine = resolver.resolve(Engine.self)
            order.note("car factory")
            return withExtendedLifetime(engine) { Car() }
        }
        .scope(scope)
        .onCreate { [order] _, _ in order.note("car hook") }
        _ = container.resolve(Car.self)
        #expect(order.entries == ["engine factory", "engine hook", "car factory", "car hook"])
    }

    @Test func hookRunsAfterTheDecoratorsOfItsInstance() {
        container.register { Engine() }
            .onCreate { [order] _, _ in order.note("hook") }
            .decorate { [order] engine, _ in
                order.note("own decorator")
                return engine
            }
        container.decorate(Engine.self) { [order] engine, _ in
            order.note("decorator of the container")
            return engine
        }
        container.register { [order] resolver in
            _ = resolver.resolve(Engine.self)
            order.note("dependent")
            return Car()
        }
        _ = container.resolve(Car.self)
        #expect(order.entries == ["own decorator", "decorator of the container", "hook", "dependent"])
    }

    @Test(arguments: [Scope].all) func hookRunsOncePerBuiltInstance(scope: Scope) {
        container.register { Engine() }.scope(scope).onCreate { [order] _, _ in order.note("hook") }
        container.register { resolver in
            let engines = (resolver.resolve(Engine.self), resolver.resolve(Engine.self))
            return withExtendedLifetime(engines) { Car() }
        }
        _ = container.resolve(Car.self)
        #expect(order.entries.count == (scope == .unique ? 2 : 1))
    }

    @Test func hookRunsOnTheThreadThatBuiltTheInstance() throws {
        let threads = Journal<UInt>()
        container.register {
            threads.note(CurrentThread.id)
            return Engine()
        }
        .scope(.singleton)
        .onCreate { _, _ in threads.note(CurrentThread.id) }
        try WorkerThread { [container] in
            threads.note(CurrentThread.id)
            _ = container.resolve(Engine.self)
        }
        .value()
        #expect(threads.entries.count == 3)
        #expect(Set(threads.entries).count == 1)
    }

    @Test func hooksOfAsyncServicesRunInTheSameOrder() async throws {
        container.registerAsync { [order] in
            await Task.yield()
            order.note("engine factory")
            return Engine()
        }
        .scope(.singleton)
        .onCreate { [order] _, _ in order.note("engine hook") }
        container.registerAsync { [order] resolver in
            _ = try await resolver.resolveAsync(Engine.self)
            order.note("car factory")
            return Car()
        }
        .scope(.singleton)
        .onCreate { [order] _, _ in order.note("car hook") }
        _ = try await container.resolveAsync(Car.self)
        #expect(order.entries == ["engine factory", "engine hook", "car factory", "car hook"])
    }

    @Test(arguments: [Scope].notUnique)
    func hookFindsItsOwnInstance(scope: Scope) {
        container.register { Engine() }.scope(scope)
            .onCreate { [order] engine, resolver in
                order.note(resolver.resolve(Engine.self) === engine ? "own" : "other")
            }
        _ = container.resolve(Engine.self)
        #expect(order.entries == ["own"])
    }

    @Test func hookOfAUniqueServiceThatAsksForItAgainIsACircle() throws {
        container.register { Engine() }.onCreate { _, resolver in _ = try resolver.tryResolve(Engine.self) }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Engine", "Engine"])
    }
}
