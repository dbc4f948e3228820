import Seam
import TestKit
import Testing

/// An error from below the top of an async resolution has the whole path.
struct AsyncFailurePathTests {
    private struct Broken: Error {}
    private final class Disk: Sendable {}
    private final class Store: Sendable {}
    private final class App: Sendable {}
    private final class Tool: Sendable {}

    private func container(scope: Scope) -> Container {
        let container = Container()
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Store.self)
            return App()
        }
        container.registerAsync { resolver in
            await Task.yield()
            _ = try await resolver.resolveAsync(Disk.self)
            return Store()
        }
        .scope(scope)
        return container
    }

    @Test(arguments: [Scope].all)
    func failureOfAFactoryHasTheWholePath(scope: Scope) async throws {
        let container = container(scope: scope)
        container.registerAsync { () async throws -> Disk in throw Broken() }.scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(App.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is Broken)
        #expect(error?.steps == ["App", "Store", "Disk"])
    }

    @Test(arguments: [Scope].all)
    func unknownServiceHasTheWholePath(scope: Scope) async throws {
        let container = container(scope: scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(App.self) }
        #expect(error?.code == .notRegistered)
        #expect(error?.steps == ["App", "Store", "Disk"])
    }

    @Test(arguments: [Scope].all)
    func failureOfASynchronousDependencyHasTheWholePath(scope: Scope) async throws {
        let container = container(scope: scope)
        container.register { () throws -> Disk in throw Broken() }.scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(App.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.steps == ["App", "Store", "Disk"])
    }

    @Test @MainActor func eachWaiterHasAPathOfItsOwn() async throws {
        let container = Container()
        let (running, gate) = (Gate(), Gate())
        container.registerAsync { () async throws -> Disk in
            running.open()
            await gate.pass()
            throw Broken()
        }
        .scope(.singleton)
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return App()
        }
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return Tool()
        }
        let app = Task { @MainActor in await self.path { _ = try await container.resolveAsync(App.self) } }
        await running.pass()
        let tool = Task { @MainActor in await self.path { _ = try await container.resolveAsync(Tool.self) } }
        let disk = Task { @MainActor in await self.path { _ = try await container.resolveAsync(Disk.self) } }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        #expect(await app.value == ["App", "Disk"])
        #expect(await tool.value == ["Tool", "Disk"])
        #expect(await disk.value == ["Disk"])
    }

    @Test func textNamesPathPlaceAndCause() async {
        let container = Container()
        let line = #line + 1
        container.registerAsync { () async throws -> Disk in throw Broken() }
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return Store()
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Store.self) }
        #expect(
            error?.description == """
                Building 'Disk' failed: Broken()
                  Path: Store → Disk   (asked for at SeamResolutionTests/AsyncFailurePathTests.swift:\(line + 2))
                  Registered at SeamResolutionTests/AsyncFailurePathTests.swift:\(line).
                  To fix it, look at what its factory, decorators and hooks throw; the instance was not kept, and \
                the next request tries again.
                """
        )
    }

    @MainActor private func path(of request: () async throws -> Void) async -> [String]? {
        do {
            try await request()
            return nil
        } catch {
            return (error as? ResolutionError)?.steps
        }
    }
}
