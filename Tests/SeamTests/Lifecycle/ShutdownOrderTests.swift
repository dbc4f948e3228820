import Seam
import TestKit
import Testing

/// Dependents are disposed of before their dependencies.
struct ShutdownOrderTests {
    private protocol Medium: Sendable {}
    private final class Disk: Medium {}
    private final class Store: Sendable {}
    private final class App: Sendable {}

    private func container(_ log: Journal<String>, storeScope: Scope = .singleton) -> Container {
        let container = Container()
        container.register { Disk() }.scope(.singleton).onDispose { _ in log.note("disk") }
        container.register { resolver in
            _ = resolver.resolve(Disk.self)
            return Store()
        }
        .scope(storeScope).onDispose { _ in log.note("store") }
        container.register { resolver in
            _ = resolver.resolve(Store.self)
            return App()
        }
        .scope(.singleton).onDispose { _ in log.note("app") }
        return container
    }

    @Test func dependentComesFirstWhenItIsAskedForFirst() async throws {
        let log = Journal<String>()
        let container = container(log)
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "store", "disk"])
    }

    /// The store asks for the app that is being built around it, and goes on without it.
    @Test(arguments: [true, false]) func failedRequestMakesNoDependency(isFirst: Bool) async throws {
        let log = Journal<String>()
        let container = Container()
        container.register { resolver in
            _ = try? resolver.tryResolve(App.self)
            return Store()
        }
        .scope(.singleton).onDispose { _ in log.note("store") }
        container.register { resolver in
            _ = try resolver.tryResolve(Store.self)
            return App()
        }
        .scope(.singleton).onDispose { _ in log.note("app") }
        if isFirst { _ = container.resolve(Store.self) }
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "store"])
    }

    @Test func dependentComesFirstWhenItsDependencyWasThereBefore() async throws {
        let log = Journal<String>()
        let container = container(log)
        _ = container.resolve(Disk.self)
        _ = container.resolve(Store.self)
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "store", "disk"])
    }

    @Test(arguments: [Scope].notKeeping)
    func dependencyThroughAServiceThatIsNotKeptCounts(scope: Scope) async throws {
        let log = Journal<String>()
        let container = container(log, storeScope: scope)
        _ = container.resolve(Disk.self)
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "disk"])
    }

    @Test func dependencyThroughAnAliasCounts() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(.singleton).implements((any Medium).self)
            .onDispose { _ in log.note("disk") }
        container.register { resolver in
            _ = resolver.resolve((any Medium).self)
            return App()
        }
        .scope(.singleton).onDispose { _ in log.note("app") }
        _ = container.resolve(Disk.self)
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "disk"])
    }

    @Test func dependencyRebuiltAfterAResetIsStillAfterItsDependent() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(.cached).onDispose { _ in log.note("disk") }
        container.register { resolver in
            _ = resolver.resolve(Disk.self)
            return App()
        }
        .scope(.singleton).onDispose { _ in log.note("app") }
        _ = container.resolve(App.self)
        container.reset(.singleton)
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "disk"])
    }

    // MARK: - Read late

    private final class Lamp: Sendable {
        let disk: Lazy<Disk>
        init(_ disk: Lazy<Disk>) { self.disk = disk }
    }

    private final class Desk: Sendable {
        let lamp: Lamp
        init(_ lamp: Lamp) { self.lamp = lamp }
    }

    private final class Room: Sendable {
        let lamp: Lamp
        init(_ lamp: Lamp, _: Desk) { self.lamp = lamp }
    }

    /// The desk and the room share a lamp, which asks for the disk when both are there.
    @Test(arguments: [true, false]) func dependencyOfASharedPartComesAfterAllThatHaveThePart(isHook: Bool) async throws
    {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(.singleton).onDispose { _ in log.note("disk") }
        container.register(autowiring: Lamp.init).scope(.graph)
            .onResolved { lamp, _ in if isHook { _ = lamp.disk.value } }
        container.register(autowiring: Desk.init).scope(.singleton).onDispose { _ in log.note("desk") }
        container.register(autowiring: Room.init).scope(.singleton).onDispose { _ in log.note("room") }
        let room = container.resolve(Room.self)
        _ = room.lamp.disk.value
        try await container.shutdown()
        #expect(log.entries == ["room", "desk", "disk"])
    }

    /// The second desk is given a lamp that has its disk already.
    @Test func partThatIsGivenLaterBringsItsDependencies() async throws {
        final class Drive: Sendable {}
        final class Board: Sendable { init(_: Drive) {} }
        final class First: Sendable { init(_: Board) {} }
        final class Second: Sendable { init(_: Board) {} }
        final class Old: Sendable {
            let second: Lazy<Second>
            init(_ second: Lazy<Second>) { self.second = second }
        }
        let container = Container()
        let log = Journal<String>()
        container.register { Drive() }.scope(.singleton).onDispose { _ in log.note("drive") }
        container.register(autowiring: Board.init).scope(.graph)
        container.register(autowiring: First.init).scope(.singleton).onDispose { _ in log.note("first") }
        container.register(autowiring: Second.init).scope(.singleton).onDispose { _ in log.note("second") }
        container.register(autowiring: Old.init).scope(.singleton).onDispose { _ in log.note("old") }
        container.register(autowiring: { (first: First, second: Second) in (first, second) })
        let old = container.resolve(Old.self)
        _ = container.resolve((First, Second).self)
        _ = old.second.value
        try await container.shutdown()
        #expect(log.entries == ["first", "old", "second", "drive"])
    }

    /// The parts still have an unread value, and with it their dependencies.
    @Test func dependenciesThroughPartsAreDisposedOfTheLatestFirst() async throws {
        struct Part: Sendable { let disk: Lazy<Int>, other: Lazy<String> }
        for _ in 0..<8 {
            let container = Container()
            let log = Journal<Int>()
            container.register { 0 }.scope(.unique)
            let names = (1...4).map { ServiceName("\($0)") }
            for (number, name) in zip(1..., names) {
                container.register(name: name) { number }.scope(.singleton).onDispose { log.note($0) }
                container.register(name: name) { services in
                    Part(disk: services.resolve(name: name), other: services.resolve())
                }
                .scope(.graph)
            }
            container.register { services in names.map { services.resolve(Part.self, name: $0) } }
                .scope(.singleton).onDispose { _ in log.note(0) }
            let parts = container.resolve([Part].self)
            for part in parts { _ = part.disk.value }
            try await container.shutdown()
            #expect(log.entries == [0, 4, 3, 2, 1])
        }
    }

    /// The desk is given the first lamp, which is released without asking for the disk; the second lamp asks for it.
    @Test func dependencyOnAnInstanceThatIsGoneIsNoneOnTheNextOne() async throws {
        final class Bulb: Sendable {
            let table: Lazy<Table>
            init(_ table: Lazy<Table>) { self.table = table }
        }
        final class Table: Sendable { init(_: Bulb) {} }
        let container = Container()
        let log = Journal<String>()
        container.register(autowiring: Bulb.init).scope(.cached).onDispose { _ in log.note("bulb") }
        container.register(autowiring: Table.init).scope(.singleton).onDispose { _ in log.note("table") }
        _ = container.resolve(Table.self)
        container.reset(.cached)
        _ = container.resolve(Bulb.self).table.value
        try await container.shutdown()
        #expect(log.entries == ["bulb", "table"])
    }

    @Test func asyncDependentsComeFirst() async throws {
        let container = Container()
        let log = Journal<String>()
        container.registerAsync {
            await Task.yield()
            return Disk()
        }
        .scope(.singleton).onDispose { _ in log.note("disk") }
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return Store()
        }
        .scope(.singleton).onDispose { _ in log.note("store") }
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Store.self)
            return App()
        }
        .scope(.singleton).onDispose { _ in log.note("app") }
        _ = try await container.resolveAsync(Disk.self)
        _ = try await container.resolveAsync(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "store", "disk"])
    }

    @Test func valueIsDisposedOfAfterItsDependents() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register { resolver in
            _ = resolver.resolve(Disk.self)
            return App()
        }
        .scope(.singleton).onDispose { _ in log.note("app") }
        container.register(value: Disk()).onDispose { _ in log.note("disk") }
        _ = container.resolve(App.self)
        try await container.shutdown()
        #expect(log.entries == ["app", "disk"])
    }

    @Test func disposersRunOneAfterTheOther() async throws {
        let container = Container()
        let log = Journal<String>()
        for name in ["a", "b", "c"] {
            container.register(name: ServiceName(name)) { Disk() }.scope(.singleton)
                .onDispose { _ in
                    log.note("begin")
                    await Task.yield()
                    log.note("end")
                }
            _ = container.resolve(Disk.self, name: ServiceName(name))
        }
        try await container.shutdown()
        #expect(log.entries == ["begin", "end", "begin", "end", "begin", "end"])
    }

    @Test func chainMayBeLongerThanTheStackIsDeep() async throws {
        let (container, count) = (Container(), 20_000)
        let log = Journal<Int>()
        container.register { (resolver: Resolver, index: Int) in Link(index, resolver.resolve()) }
            .scope(.cached).onDispose { log.note($0.index) }
        var link = container.resolve(Link.self, arguments: 0)
        for index in 1...count { link = link.next(index) }
        try await container.shutdown()
        #expect(log.entries == Array(0...count))
    }

    /// A service that is given another one of its kind, later.
    private final class Link: Sendable {
        let index: Int
        let next: Provider<Link, Int>

        init(_ index: Int, _ next: Provider<Link, Int>) { (self.index, self.next) = (index, next) }
    }
}
