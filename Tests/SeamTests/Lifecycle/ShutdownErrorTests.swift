import Seam
import TestKit
import Testing

/// Failures of disposal, and requests after the shutdown.
struct ShutdownErrorTests {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "the disk is full" }
    }

    private final class Disk: Sendable {}
    private final class Store: Sendable {}
    private final class App: Sendable {}

    @Test func failureStopsNoDisposalAndEveryFailureIsReported() async throws {
        let container = Container()
        let log = Journal<String>()
        container.register(name: "main", fileID: "Shop/Modules.swift", line: 8) { Disk() }.scope(.singleton)
            .onDispose { _ in
                log.note("disk")
                throw Broken()
            }
        container.register { Store() }.scope(.singleton).onDispose { _ in log.note("store") }
        container.register(fileID: "Shop/Modules.swift", line: 10) { App() }.scope(.singleton)
            .onDispose { _ in
                log.note("app")
                throw Broken()
            }
        _ = container.resolve(Disk.self, name: "main")
        _ = container.resolve(Store.self)
        _ = container.resolve(App.self)
        let error = try #require(await #expect(throws: ShutdownError.self) { try await container.shutdown() })
        #expect(log.entries == ["app", "store", "disk"])
        #expect(error.failures.map(\.key.description) == ["App", "Disk \"main\""])
        #expect(error.failures.allSatisfy { $0.error is Broken })
        #expect(
            error.description == """
                2 services could not be disposed of:
                  App, registered at Shop/Modules.swift:10: the disk is full
                  Disk "main", registered at Shop/Modules.swift:8: the disk is full
                """
        )
    }

    @Test func textNamesTheOnlyFailure() async throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Disk() }
            .scope(.singleton).onDispose { _ in throw Broken() }
        _ = container.resolve(Disk.self)
        let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
        #expect(
            error?.description == """
                One service could not be disposed of:
                  Disk, registered at Shop/Modules.swift:8: the disk is full
                """
        )
    }

    @Test func laterBodyOfTheSameInstanceRunsAfterAFailure() async {
        let container = Container()
        let log = Journal<String>()
        container.register { Disk() }.scope(.singleton)
            .onDispose { _ in
                log.note("first")
                throw Broken()
            }
            .onDispose { _ in
                log.note("second")
                throw Broken()
            }
        _ = container.resolve(Disk.self)
        let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
        #expect(log.entries.sorted() == ["first", "second"])
        #expect(error?.failures.count == 2)
    }

    @Test func secondCallReportsNothing() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton).onDispose { _ in throw Broken() }
        _ = container.resolve(Disk.self)
        await #expect(throws: ShutdownError.self) { try await container.shutdown() }
        try await container.shutdown()
    }

    @Test func laterRequestFails() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton)
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        let line = #line + 1
        let error = try #require(
            ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Disk.self) }
        )
        #expect(error.code == .containerClosed)
        #expect(
            error.description == """
                'Disk' was asked for after its container was shut down.
                  Path: Disk   (asked for at SeamTests/ShutdownErrorTests.swift:\(line))
                  To fix it, ask before `shutdown()`, or ask another container.
                """
        )
    }

    @Test(arguments: [Scope].all)
    func laterRequestFailsWhateverTheScope(scope: Scope) async throws {
        let container = Container()
        container.register { Disk() }.scope(scope)
        container.register { (_: Resolver, _: Int) in Store() }.scope(scope)
        container.registerAsync { App() }.scope(scope)
        try await container.shutdown()
        #expect(
            ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Disk.self) }?.code
                == .containerClosed
        )
        let withArguments = ResolutionError.thrown { () throws(ResolutionError) in
            _ = try container.tryResolve(Store.self, arguments: 1)
        }
        #expect(withArguments?.code == .containerClosed)
        let async = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(App.self) }
        #expect(async?.code == .containerClosed)
    }

    @Test func requestForAnUnknownServiceFailsInTheSameWay() async throws {
        let container = Container()
        try await container.shutdown()
        let error = ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Disk.self) }
        #expect(error?.code == .containerClosed)
    }

    @Test func requestOfAKeptResolverFailsAsWell() async throws {
        let container = Container()
        container.register { Disk() }
        container.register { resolver in
            Provider<Bool> { (try? resolver.tryResolve(Disk.self)) != nil }
        }
        .scope(.singleton)
        let canResolve = container.resolve(Provider<Bool>.self)
        #expect(canResolve())
        try await container.shutdown()
        #expect(!canResolve())
    }

    @Test func requestDuringDisposalFailsAndDoesNotHang() async throws {
        let container = Container()
        let codes = Journal<String>()
        container.register { Store() }
        container.register { Disk() }.scope(.singleton)
            .onDispose { _ in
                let error = await Deadline.error { () throws(ResolutionError) in
                    _ = try container.tryResolve(Store.self)
                }
                codes.note(error?.code.description ?? "none")
            }
        _ = container.resolve(Disk.self)
        try await container.shutdown()
        #expect(codes.entries == ["containerClosed"])
    }

    @Test func copyOfAClosedContainerIsOpen() async throws {
        let container = Container()
        container.register { Disk() }
        try await container.shutdown()
        _ = try Container(copying: container).tryResolve(Disk.self)
    }
}
