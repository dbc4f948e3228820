import Seam
import TestKit
import Testing

/// Async registrations have names, arguments, decorators, hooks and aliases as all registrations have.
struct AsyncRegistrationTests {
    private protocol Store: Sendable {
        var text: String { get }
    }

    private final class Disk: Store {
        let text: String
        init(_ text: String = "disk") { self.text = text }
    }

    private struct Wrapped: Store {
        let base: any Store
        var text: String { "(\(base.text))" }
    }

    @Test func nameTellsVariantsApart() async throws {
        let container = Container()
        container.registerAsync { Disk("plain") }
        container.registerAsync(name: "backup") { Disk("backup") }
        #expect(try await container.resolveAsync(Disk.self).text == "plain")
        #expect(try await container.resolveAsync(Disk.self, name: "backup").text == "backup")
    }

    @Test func factoryReceivesItsArguments() async throws {
        let container = Container()
        container.registerAsync { (_: Resolver, name: String, number: Int) in Disk("\(name) \(number)") }
        #expect(try await container.resolveAsync(Disk.self, arguments: "disk", 2).text == "disk 2")
    }

    @Test func compatibleArgumentsAreAccepted() async throws {
        let container = Container()
        container.registerAsync { (_: Resolver, number: Int?) in Disk("\(number ?? 0)") }
        #expect(try await container.resolveAsync(Disk.self, arguments: 3).text == "3")
    }

    @Test func decoratorsOfRegistrationAndContainerApplyOnce() async throws {
        let container = Container()
        container.registerAsync { Disk() as any Store }.scope(.singleton).decorate { store, _ in Wrapped(base: store) }
        container.decorate((any Store).self) { store, _ in Wrapped(base: store) }
        #expect(try await container.resolveAsync((any Store).self).text == "((disk))")
        #expect(container.resolve((any Store).self).text == "((disk))")
    }

    @Test func hooksRunOnceInnerInstancesFirst() async throws {
        struct Outer: Sendable {}
        let container = Container()
        let log = Journal<String>()
        container.registerAsync { Disk() }.scope(.singleton).onCreate { _, _ in log.note("disk") }
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return Outer()
        }
        .scope(.singleton).onCreate { _, _ in log.note("outer") }
        _ = try await container.resolveAsync(Outer.self)
        _ = try await container.resolveAsync(Outer.self)
        #expect(log.entries == ["disk", "outer"])
    }

    @Test func hookOfAUniqueServiceRunsForEachInstance() async throws {
        let container = Container()
        let created = Counter()
        container.registerAsync { Disk() }.onCreate { _, _ in created.increment() }
        _ = try await container.resolveAsync(Disk.self)
        _ = try await container.resolveAsync(Disk.self)
        #expect(created.count == 2)
    }

    @Test func hookThatThrowsFailsTheRequestAndNothingIsKept() async throws {
        struct Broken: Error {}
        let container = Container()
        let hooks = Counter()
        container.registerAsync { Disk() }.scope(.singleton)
            .onCreate { _, _ in
                if hooks.increment() == 1 { throw Broken() }
            }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Disk.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is Broken)
        _ = try await container.resolveAsync(Disk.self)
        #expect(hooks.count == 2)
    }

    @Test func hookMayCloseACycle() async throws {
        final class Server: Sendable {
            let client: Client
            init(client: Client) { self.client = client }
        }
        final class Client: Sendable {
            let wired = Counter()
        }
        let container = Container()
        container.registerAsync { resolver in Server(client: try await resolver.resolveAsync()) }.scope(.singleton)
        container.registerAsync { Client() }.scope(.singleton)
            .onResolved { client, resolver in
                if try resolver.tryResolve(Server.self).client === client { client.wired.increment() }
            }
        let server = try await container.resolveAsync(Server.self)
        #expect(server.client.wired.count == 1)
    }

    @Test func aliasSharesTheInstance() async throws {
        let container = Container()
        container.registerAsync { Disk() }.scope(.singleton).implements((any Store).self)
        let store = try await container.resolveAsync((any Store).self)
        let disk = try await container.resolveAsync(Disk.self)
        #expect(store as? Disk === disk)
        #expect(container.resolve((any Store).self) as? Disk === disk)
    }

    @Test func aliasOfAnAsyncServiceFailsSynchronouslyBeforeItIsReady() {
        let container = Container()
        container.registerAsync { Disk() }.scope(.singleton).implements((any Store).self)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Store).self) }
        #expect(error?.code == .requiresAsync)
        #expect(error?.steps == ["Store", "Disk"])
    }

    @Test func aliasPassesItsArgumentsOn() async throws {
        let container = Container()
        container.registerAsync { (_: Resolver, text: String) in Disk(text) }.implements((any Store).self)
        #expect(try await container.resolveAsync((any Store).self, arguments: "given").text == "given")
    }

    @Test func optionalIsTheServiceOrNil() async throws {
        let container = Container()
        #expect(try await container.resolveAsync(Disk?.self) == nil)
        container.registerAsync { Disk() }
        #expect(try await container.resolveAsync(Disk?.self)?.text == "disk")
    }

    @Test func unknownServiceIsNotRegistered() async {
        let error = await #expect(throws: ResolutionError.self) { try await Container().resolveAsync(Disk.self) }
        #expect(error?.code == .notRegistered)
    }
}
