import Seam
import TestKit
import Testing

/// Async services in parents, copies and overrides.
struct AsyncInheritanceTests {
    private struct Region: Sendable, Equatable { var name: String }

    private final class Store: Sendable {
        let region: Region
        init(region: Region) { self.region = region }
    }

    private func parent(scope: Scope) -> Container {
        let parent = Container()
        parent.register { Region(name: "parent") }
        parent.registerAsync { resolver in
            await Task.yield()
            return Store(region: resolver.resolve())
        }
        .scope(scope)
        return parent
    }

    @Test func keptServiceBelongsToTheContainerThatOwnsIt() async throws {
        let parent = parent(scope: .singleton)
        let child = Container(parent: parent)
        child.register { Region(name: "child") }
        let store = try await child.resolveAsync(Store.self)
        #expect(store.region.name == "parent")
        #expect(try await parent.resolveAsync(Store.self) === store)
    }

    @Test(arguments: [Scope].notKeeping + [.container])
    func otherServiceIsBuiltThroughTheContainerThatWasAsked(scope: Scope) async throws {
        let parent = parent(scope: scope)
        let child = Container(parent: parent)
        child.register { Region(name: "child") }
        #expect(try await child.resolveAsync(Store.self).region.name == "child")
        #expect(try await parent.resolveAsync(Store.self).region.name == "parent")
    }

    @Test func containerScopeKeepsOneInstanceInEachContainer() async throws {
        let parent = parent(scope: .container)
        let child = Container(parent: parent)
        let store = try await child.resolveAsync(Store.self)
        #expect(try await child.resolveAsync(Store.self) === store)
        #expect(try await parent.resolveAsync(Store.self) !== store)
    }

    @Test func copyBuildsItsOwnInstance() async throws {
        let parent = parent(scope: .singleton)
        let store = try await parent.resolveAsync(Store.self)
        #expect(try await Container(copying: parent).resolveAsync(Store.self) !== store)
    }

    @Test(arguments: [Scope].all)
    func overrideReachesTheDependenciesOfAnAsyncService(scope: Scope) async throws {
        let child = Container(parent: parent(scope: scope))
        let name = try await withContainer(child) {
            try await withOverrides {
                $0.register { Region(name: "override") }
            } operation: {
                try await Container.current.resolveAsync(Store.self).region.name
            }
        }
        #expect(name == "override")
    }

    @Test func asyncServiceMayBeOverriddenByASynchronousOne() async throws {
        let name = try await withContainer(parent(scope: .singleton)) {
            try await withOverrides {
                $0.register { Store(region: Region(name: "override")) }
            } operation: {
                try await Container.current.resolveAsync(Store.self).region.name
            }
        }
        #expect(name == "override")
    }

    @Test func currentContainerInAnAsyncFactoryIsTheOneThatBuilds() async throws {
        let container = Container()
        container.registerAsync {
            await Task.yield()
            return Container.current === container
        }
        #expect(try await container.resolveAsync(Bool.self))
        #expect(Container.current !== container)
    }

    @Test func freeFunctionInAnAsyncFactoryUsesTheContainerThatBuilds() async throws {
        let container = Container()
        container.register { Region(name: "own") }
        container.registerAsync {
            await Task.yield()
            return Store(region: resolve())
        }
        #expect(try await container.resolveAsync(Store.self).region.name == "own")
    }
}
