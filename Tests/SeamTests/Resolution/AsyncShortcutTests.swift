import Seam
import TestKit
import Testing

/// Requests for async services that nothing keeps, decorates or hooks: they are answered without the slow path.
struct AsyncShortcutTests {
    private final class Thing: Sendable {
        let label: String
        init(_ label: String = "thing") { self.label = label }
    }

    private final class Part: Sendable {}

    private final class Pair: Sendable {
        let parts: [Part]
        init(_ parts: [Part]) { self.parts = parts }
    }

    private struct Failure: Error {}

    // MARK: The container

    @Test func factoryBuildsInTheContainerThatWasAsked() async throws {
        let parent = Container()
        parent.registerAsync { resolver in Thing(try resolver.tryResolve(String.self)) }
        parent.register { "parent" }
        let child = Container(parent: parent)
        child.register { "child" }
        #expect(try await child.resolveAsync(Thing.self).label == "child")
        #expect(try await parent.resolveAsync(Thing.self).label == "parent")
    }

    @Test func currentContainerInsideTheFactoryIsTheOneThatBuilds() async throws {
        let container = Container()
        container.registerAsync(name: "n") { Thing(Container.current === container ? "own" : "other") }
        #expect(try await container.resolveAsync(Thing.self, name: "n").label == "own")
        #expect(Container.current === Container.main)
    }

    @Test func taskLeftBehindKeepsNoContainer() async throws {
        let (mayEnd, hasEnded) = (Gate(), Gate())
        let wasMain = Box(false)
        weak var former: Container?
        do {
            let container = Container()
            former = container
            container.registerAsync {
                Task {
                    await mayEnd.pass()
                    wasMain.value = Container.current === Container.main
                    hasEnded.open()
                }
                return Thing()
            }
            _ = try await container.resolveAsync(Thing.self)
        }
        #expect(former == nil)
        mayEnd.open()
        await hasEnded.pass()
        #expect(wasMain.value)
    }

    /// The service with a hook has a path, which leads through the factory that is over.
    @Test(arguments: [Scope].all)
    func taskLeftBehindThatWaitsForAnotherContainerKeepsNoContainer(scope: Scope) async throws {
        let (hasBegun, mayEnd, hasEnded) = (Gate(), Gate(), Gate())
        let process = Container()
        process.register { 1 }.onResolved { _, _ in }
        process.registerAsync { resolver in
            _ = resolver.resolve(Int.self)
            hasBegun.open()
            await mayEnd.pass()
            return Part()
        }
        .scope(scope)
        weak var former: Container?
        do {
            let request = Container()
            former = request
            request.registerAsync {
                Task {
                    _ = try await process.resolveAsync(Part.self)
                    hasEnded.open()
                }
                await hasBegun.pass()
                return Thing()
            }
            _ = try await request.resolveAsync(Thing.self)
        }
        #expect(former == nil)
        mayEnd.open()
        await hasEnded.pass()
    }

    @Test func taskLeftBehindFindsTheContainerThatLives() async throws {
        let (mayEnd, hasEnded) = (Gate(), Gate())
        let isOwn = Box(false)
        let container = Container()
        container.registerAsync {
            Task {
                await mayEnd.pass()
                isOwn.value = Container.current === container
                hasEnded.open()
            }
            return Thing()
        }
        _ = try await container.resolveAsync(Thing.self)
        mayEnd.open()
        await hasEnded.pass()
        #expect(isOwn.value)
    }

    // MARK: The outermost request

    @Test func requestsOfTheFactoryShareAGraph() async throws {
        let container = Container()
        container.register { Part() }.scope(.graph)
        container.registerAsync { resolver in Pair([resolver.resolve(), try await resolver.resolveAsync()]) }
        let (first, second) = (try await container.resolveAsync(Pair.self), try await container.resolveAsync(Pair.self))
        #expect(first.parts[0] === first.parts[1])
        #expect(first.parts[0] !== second.parts[0])
    }

    @Test func hooksOfInnerServicesRunBeforeTheRequestReturns() async throws {
        let (container, journal) = (Container(), Journal<String>())
        container.register { Part() }.onResolved { _, _ in journal.note("hook") }
        container.registerAsync { resolver in
            let pair = Pair([resolver.resolve()])
            journal.note("built")
            return pair
        }
        _ = try await container.resolveAsync(Pair.self)
        journal.note("returned")
        #expect(journal.entries == ["built", "hook", "returned"])
    }

    @Test func failureOfAnInnerHookFailsTheRequest() async {
        let container = Container()
        container.register { Part() }.onResolved { _, _ in throw Failure() }
        container.registerAsync { resolver in Pair([resolver.resolve()]) }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Pair.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.steps == ["Pair", "Part"])
    }

    // MARK: Failures

    @Test func serviceThatAsksForItselfIsACircle() async {
        let container = Container()
        container.registerAsync { resolver in try await resolver.resolveAsync(Thing.self) }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Thing.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Thing", "Thing"])
    }

    @Test func errorNamesThePathOnce() async {
        let container = Container()
        container.registerAsync { () async throws -> Part in throw Failure() }
        container.registerAsync { resolver in Pair([try await resolver.resolveAsync()]) }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Pair.self) }
        #expect(error?.steps == ["Pair", "Part"])
        #expect(error?.underlying is Failure)
    }

    @Test func cancellationPassesAsItIs() async {
        let container = Container()
        container.registerAsync { () async throws -> Thing in
            try await Task.sleep(for: .seconds(3_600))
            return Thing()
        }
        let task = Task { try await container.resolveAsync(Thing.self) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func cancellationOfAnythingElseIsAFailure() async throws {
        let container = Container()
        container.registerAsync { () async throws -> Thing in throw CancellationError() }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Thing.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is CancellationError)
    }

    @Test func synchronousRequestFails() {
        let container = Container()
        container.registerAsync { Thing() }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self) }
    }

    // MARK: What has to take the slow path

    @Test func containerDecoratorDecoratesTheService() async throws {
        let container = Container()
        container.registerAsync { Thing("plain") }
        #expect(try await container.resolveAsync(Thing.self).label == "plain")
        container.decorate(Thing.self) { thing, _ in Thing(thing.label + " decorated") }
        #expect(try await container.resolveAsync(Thing.self).label == "plain decorated")
    }

    @Test func hookThatIsAddedLaterRuns() async throws {
        let (container, counter) = (Container(), Counter())
        let registration = container.registerAsync { Thing() }
        _ = try await container.resolveAsync(Thing.self)
        registration.onCreate { _, _ in counter.increment() }
        _ = try await container.resolveAsync(Thing.self)
        #expect(counter.count == 1)
    }

    @Test func scopeThatIsSetLaterKeepsTheInstance() async throws {
        let container = Container()
        let registration = container.registerAsync { Thing() }
        _ = try await container.resolveAsync(Thing.self)
        registration.scope(.singleton)
        #expect(try await container.resolveAsync(Thing.self) === (try await container.resolveAsync(Thing.self)))
    }

    @Test func observerReceivesTheEvents() async throws {
        let (container, journal) = (Container(), Journal<String>())
        container.registerAsync { Thing() }
        let token = container.observe { journal.note("\($0.outcome)") }
        _ = try await container.resolveAsync(Thing.self)
        token.cancel()
        _ = try await container.resolveAsync(Thing.self)
        #expect(journal.entries == ["built"])
    }

    @Test func closedContainerBuildsNothing() async {
        let container = Container()
        container.registerAsync { Thing() }
        try? await container.shutdown()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Thing.self) }
        #expect(error?.code == .containerClosed)
    }
}
