import Seam
import TestKit
import Testing

/// Shutting down disposes of every kept instance once.
struct ShutdownTests {
    private protocol Store: Sendable {}

    private final class Disk: Store {
        let name: String
        init(_ name: String = "disk") { self.name = name }
    }

    private final class Cell: Sendable {}

    @Test(arguments: [Scope].keeping)
    func keptInstanceIsDisposedOfOnce(scope: Scope) async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(scope).onDispose { disk in log.note(disk.name) }
        _ = container.resolve(Disk.self)
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(log.entries == ["disk"])
    }

    @Test func instanceInAStorageIsDisposedOf() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(Scope("strong") { StrongStorage() }).onDispose { _ in disposed.increment() }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(disposed.count == 1)
    }

    @Test func asyncAndMainActorServicesAreDisposedOf() async throws {
        let container = Container()
        let disposed = Counter()
        container.registerAsync { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        container.registerOnMainActor { Cell() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = try await container.resolveAsync(Disk.self)
        _ = try await container.resolveAsync(Cell.self)
        try await container.shutdown()
        #expect(disposed.count == 2)
    }

    @Test(arguments: [false, true])
    func instanceThatIsBuiltMeanwhileIsNotDisposedOf(isAsync: Bool) async throws {
        let (container, disposed, begun, end) = (Container(), Counter(), Gate(), Gate())
        let registration =
            if isAsync {
                container.registerAsync { () async -> Disk in
                    begun.open()
                    await end.pass()
                    return Disk()
                }
            } else {
                container.register { () -> Disk in
                    begun.open()
                    end.wait()
                    return Disk()
                }
            }
        registration.scope(.singleton).onDispose { _ in disposed.increment() }
        async let disk =
            isAsync
            ? container.resolveAsync(Disk.self)
            : Deadline.valueOnThread { try container.tryResolve(Disk.self) }
        await begun.pass()
        try await container.shutdown()
        end.open()
        #expect(try await disk.name == "disk")
        #expect(disposed.count == 0)
    }

    @Test func disposalIsAwaited() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(.singleton)
            .onDispose { _ in
                await Task.yield()
                log.note("disposed")
            }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        log.note("shutdown returned")
        #expect(log.entries == ["disposed", "shutdown returned"])
    }

    @Test func instanceUnderSeveralAliasesIsDisposedOfOnce() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton)
            .implements((any Store).self)
            .implements((any Store).self, name: "second")
            .onDispose { _ in disposed.increment() }
        _ = container.resolve((any Store).self)
        _ = container.resolve((any Store).self, name: "second")
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(disposed.count == 1)
    }

    @Test func instanceOfEachArgumentIsDisposedOf() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { (_: Resolver, name: String) in Disk(name) }.scope(.singleton)
            .onDispose { disk in log.note(disk.name) }
        _ = container.resolve(Disk.self, arguments: "first")
        _ = container.resolve(Disk.self, arguments: "second")
        try await container.shutdown()
        #expect(log.entries.sorted() == ["first", "second"])
    }

    @Test func valueIsDisposedOf() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register(value: Disk("asked for")).onDispose { disk in log.note(disk.name) }
        container.register(name: "other", value: Disk("never asked for")).onDispose { disk in log.note(disk.name) }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(log.entries.sorted() == ["asked for", "never asked for"])
    }

    @Test func valueOfAnOverrideIsDisposedOfOnceAtAllLevels() async throws {
        let disposals = Counter()
        let session = Container(parent: Container())
        try await withContainer(session) {
            try await withOverrides {
                $0.register(String.self, value: "override").onDispose { _ in disposals.increment() }
            } operation: {
                try await Container.current.shutdown()
                try await Container.current.parent?.shutdown()
            }
        }
        #expect(disposals.count == 1)
    }

    @Test func contributionIsDisposedOf() async throws {
        let container = Container()
        let disposed = Counter()
        container.contribute { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = container.all(Disk.self)
        try await container.shutdown()
        #expect(disposed.count == 1)
    }

    @Test func everyDisposerOfAnInstanceRuns() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(.singleton)
            .onDispose { _ in log.note("first") }
            .onDispose { _ in log.note("second") }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(log.entries.sorted() == ["first", "second"])
    }

    @Test func serviceThatWasNeverBuiltIsNotDisposedOf() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        try await container.shutdown()
        #expect(disposed.count == 0)
    }

    @Test func instancesOfAParentAreLeftToTheParent() async throws {
        let parent = Container()
        let child = Container(parent: parent)
        let disposed = Counter()
        parent.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = child.resolve(Disk.self)
        try await child.shutdown()
        #expect(disposed.count == 0)
        try await parent.shutdown()
        #expect(disposed.count == 1)
    }

    @Test func secondShutdownDoesNothing() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        try await container.shutdown()
        #expect(disposed.count == 1)
    }

    @Test func manyShutdownsAtOnceDisposeOnce() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton)
            .onDispose { _ in
                disposed.increment()
                await Task.yield()
            }
        _ = container.resolve(Disk.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await container.shutdown() } }
            try await group.waitForAll()
        }
        #expect(disposed.count == 1)
    }

    /// A registration of a closed parent is not found by convertible arguments either.
    @Test func closedParentAnswersNoRequestForCompatibleArguments() async throws {
        let parent = Container()
        parent.register { (_: Resolver, service: any Fixtures.Service) in service.label.count }
        let child = Container(parent: parent)
        #expect(try child.tryResolve(Int.self, arguments: Fixtures.Live("live")) == 4)
        try await parent.shutdown()
        let error = #expect(throws: ResolutionError.self) {
            try child.tryResolve(Int.self, arguments: Fixtures.Live("live"))
        }
        #expect(error?.code == .containerClosed)
        await #expect(throws: ResolutionError.self) {
            try await child.resolveAsync(Int.self, arguments: Fixtures.Live("live"))
        }
    }
}
