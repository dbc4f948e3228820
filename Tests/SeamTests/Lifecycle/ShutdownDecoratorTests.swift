import Foundation
import TestKit
import Testing

@testable import Seam

/// Shutting down disposes of an instance though one of its decorators throws.
struct ShutdownDecoratorTests {
    private let container = Container()
    private let disposed = Journal<String>()

    @Test func valueWhoseDecoratorThrowsIsDisposedOfWithoutIt() async throws {
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .decorate { _, _ in throw Fixtures.Breakdown() }
            .onDispose { [disposed] service in disposed.note(service.label) }
        try await container.shutdown()
        #expect(disposed.entries == ["live"])
    }

    @Test func valueWhoseContainersDecoratorThrowsIsDisposedOfWithoutIt() async throws {
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .onDispose { [disposed] service in disposed.note(service.label) }
        container.decorate((any Fixtures.Service).self) { _, _ in throw Fixtures.Breakdown() }
        #expect(throws: ResolutionError.self) { try container.tryResolve((any Fixtures.Service).self) }
        try await container.shutdown()
        #expect(disposed.entries == ["live"])
    }

    /// The Optionals of these types are returned from a function in other registers than the types.
    @Test func valueInTwoRegistersIsDisposedOfThoughItsDecoratorThrows() async throws {
        container.register(value: 3.0).decorate { _, _ in throw Fixtures.Breakdown() }
            .onDispose { [disposed] number in disposed.note("\(number)") }
        container.register(value: Place(x: 1, y: 2)).decorate { _, _ in throw Fixtures.Breakdown() }
            .onDispose { [disposed] place in disposed.note("\(place.x) \(place.y)") }
        container.register(Int?.self, value: nil).decorate { _, _ in throw Fixtures.Breakdown() }
            .onDispose { [disposed] number in disposed.note(number == nil ? "nil" : "number") }
        try await container.shutdown()
        #expect(disposed.entries.sorted() == ["1.0 2.0", "3.0", "nil"])
    }

    private struct Place {
        let x: Double
        let y: Double
    }

    @Test(arguments: [Scope].keeping)
    func instanceIsDisposedOfThoughADecoratorThatWasAddedLaterThrows(scope: Scope) async throws {
        container.register((any Fixtures.Service).self) { Fixtures.Live() }.scope(scope)
            .onDispose { [disposed] service in disposed.note(service.label) }
        _ = container.resolve((any Fixtures.Service).self)
        container.decorate((any Fixtures.Service).self) { _, _ in throw Fixtures.Breakdown() }
        try await container.shutdown()
        #expect(disposed.entries == ["live"])
    }

    /// A decorator asks the container for what it needs, as long as requests are answered.
    @Test func decoratorOfAValueThatWasNeverAskedForResolvesItsDependencies() async throws {
        container.register { Fixtures.Engine() }
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .onDispose { [disposed] service in disposed.note(service.label) }
        container.decorate((any Fixtures.Service).self) { [disposed] service, services in
            disposed.note("decorated with \(services.resolve(Fixtures.Engine.self).label)")
            return service
        }
        try await container.shutdown()
        #expect(disposed.entries == ["decorated with engine", "live"])
    }

    @Test @MainActor func valueIsDecoratedOnTheActorThatShutsDown() async throws {
        container.register(value: 1)
            .decorate { number, _ in number + (MainActorCheck.isOnMainActor ? 100 : 0) }
            .onDispose { [disposed] number in disposed.note("\(number)") }
        try await container.shutdown()
        #expect(disposed.entries == ["101"])
    }

    @Test func decoratorOnAnotherThreadIsAwaitedInACancelledTask() async throws {
        let (isDecorating, mayEnd) = (Gate(), Gate())
        container.register(value: 1)
            .decorate { number, _ in
                isDecorating.open()
                mayEnd.wait()
                return number + 100
            }
            .onDispose { [disposed] number in disposed.note("\(number)") }
        async let number = Deadline.result(onThread: { [container] in container.resolve(Int.self) })
        _ = await Deadline.result(onThread: { isDecorating.wait() })
        let isClosing = Gate()
        let shutdown = Task { [container] in
            while !Task.isCancelled { await Task.yield() }
            isClosing.open()
            try await container.shutdown()
        }
        shutdown.cancel()
        await isClosing.pass()
        // A shutdown that does not wait has ended by then.
        _ = await Deadline.result(onThread: { Thread.sleep(forTimeInterval: 0.1) })
        mayEnd.open()
        try await shutdown.value
        #expect(await number == 101)
        #expect(disposed.entries == ["101"])
    }

    @Test func mainActorDecoratorOfAValueRunsOnTheMainActor() async throws {
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .onDispose { [disposed] service in disposed.note(service.label) }
        container.decorateOnMainActor((any Fixtures.Service).self) { [disposed] service, _ in
            MainActor.preconditionIsolated()
            disposed.note("decorated")
            return service
        }
        try await container.shutdown()
        #expect(disposed.entries == ["decorated", "live"])
    }

    @Test func otherInstancesAreDisposedOfToo() async throws {
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .decorate { _, _ in throw Fixtures.Breakdown() }
            .onDispose { [disposed] service in disposed.note(service.label) }
        container.register(value: Fixtures.Engine()).onDispose { [disposed] engine in disposed.note(engine.label) }
        try await container.shutdown()
        #expect(disposed.entries.sorted() == ["engine", "live"])
    }
}
