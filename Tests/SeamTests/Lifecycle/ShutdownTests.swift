import Seam
import Testing

/// Shutting down disposes of what the container keeps, once each.
struct ShutdownTests {
    private protocol Store: Sendable {}

    private final class Disk: Store {
        let name: String
        init(_ name: String = "disk") { self.name = name }
    }

    private final class Cell: Sendable {}

    @Test(arguments: [Scope.cached, .cached("named"), .cached(for: .seconds(3600)), .container, .singleton])
    func keptInstanceIsDisposedOfOnce(scope: Scope) async throws {
        let container = Container()
        let log = Parallel.Log()
        container.register { Disk() }.scope(scope).onDispose { disk in log.note(disk.name) }
        _ = container.resolve(Disk.self)
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(log.entries == ["disk"])
    }

    @Test func instanceInAStorageIsDisposedOf() async throws {
        final class Shelf: InstanceStorage {
            private let content = Parallel.Box<Disk?>(nil)

            var instance: Any? {
                get { content.value }
                set { content.value = newValue as? Disk }
            }
        }
        let container = Container()
        let disposed = Parallel.Tally()
        container.register { Disk() }.scope(Scope("shelf") { Shelf() }).onDispose { _ in disposed.increment() }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(disposed.value == 1)
    }

    @Test func asyncAndMainActorServicesAreDisposedOf() async throws {
        let container = Container()
        let disposed = Parallel.Tally()
        container.registerAsync { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        container.registerOnMainActor { Cell() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = try await container.resolveAsync(Disk.self)
        _ = try await container.resolveAsync(Cell.self)
        try await container.shutdown()
        #expect(disposed.value == 2)
    }

    @Test func disposalIsAwaited() async throws {
        let container = Container()
        let log = Parallel.Log()
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
        let disposed = Parallel.Tally()
        container.register { Disk() }.scope(.singleton)
            .implements((any Store).self)
            .implements((any Store).self, name: "second")
            .onDispose { _ in disposed.increment() }
        _ = container.resolve((any Store).self)
        _ = container.resolve((any Store).self, name: "second")
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(disposed.value == 1)
    }

    @Test func instanceOfEachArgumentIsDisposedOf() async throws {
        let container = Container()
        let log = Parallel.Log()
        container.register { (_: Resolver, name: String) in Disk(name) }.scope(.singleton)
            .onDispose { disk in log.note(disk.name) }
        _ = container.resolve(Disk.self, arguments: "first")
        _ = container.resolve(Disk.self, arguments: "second")
        try await container.shutdown()
        #expect(log.entries.sorted() == ["first", "second"])
    }

    @Test func valueIsDisposedOf() async throws {
        let container = Container()
        let log = Parallel.Log()
        container.register(value: Disk("asked for")).onDispose { disk in log.note(disk.name) }
        container.register(name: "other", value: Disk("never asked for")).onDispose { disk in log.note(disk.name) }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(log.entries.sorted() == ["asked for", "never asked for"])
    }

    @Test func contributionIsDisposedOf() async throws {
        let container = Container()
        let disposed = Parallel.Tally()
        container.contribute { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = container.all(Disk.self)
        try await container.shutdown()
        #expect(disposed.value == 1)
    }

    @Test func everyBodyOfAnInstanceRuns() async throws {
        let container = Container()
        let log = Parallel.Log()
        container.register { Disk() }.scope(.singleton)
            .onDispose { _ in log.note("first") }
            .onDispose { _ in log.note("second") }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(log.entries.sorted() == ["first", "second"])
    }

    @Test func serviceThatWasNeverBuiltIsNotDisposedOf() async throws {
        let container = Container()
        let disposed = Parallel.Tally()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        try await container.shutdown()
        #expect(disposed.value == 0)
    }

    @Test func instancesOfAParentAreTheParents() async throws {
        let parent = Container()
        let child = Container(parent: parent)
        let disposed = Parallel.Tally()
        parent.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = child.resolve(Disk.self)
        try await child.shutdown()
        #expect(disposed.value == 0)
        try await parent.shutdown()
        #expect(disposed.value == 1)
    }

    @Test func secondCallDoesNothing() async throws {
        let container = Container()
        let disposed = Parallel.Tally()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        try await container.shutdown()
        #expect(disposed.value == 1)
    }

    @Test func manyCallsAtOnceDisposeOnce() async throws {
        let container = Container()
        let disposed = Parallel.Tally()
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
        #expect(disposed.value == 1)
    }
}
