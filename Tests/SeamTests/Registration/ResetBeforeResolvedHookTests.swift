import Seam
import TestKit
import Testing

/// Circles that `onResolved` closes, while a reset drops the instances before the hook runs.
struct ResetBeforeResolvedHookTests {
    private final class Library: Sendable {
        let shelf: Shelf

        init(shelf: Shelf) { self.shelf = shelf }
    }

    private final class Shelf: Sendable {
        let library = WeakReference<Library>()
    }

    private final class Reader: Sendable {
        let library: Library

        init(library: Library) { self.library = library }
    }

    private let container = Container()

    private func registerShelf(_ scope: Scope, onResolved: @escaping @Sendable (Resolver) throws -> Library) {
        container.register { Shelf() }.scope(scope)
            .onResolved { (shelf: Shelf, resolver: Resolver) in shelf.library.object = try onResolved(resolver) }
    }

    private func resetAndAsk(_ resolver: Resolver) throws -> Library {
        container.reset()
        return try resolver.tryResolve()
    }

    @Test(arguments: [Scope].keepingOrShared) func hookFindsTheDroppedInstance(scope: Scope) throws {
        container.register(autowiring: Library.init).scope(scope)
        registerShelf(scope) { try resetAndAsk($0) }
        let library = try container.tryResolve(Library.self)
        #expect(library.shelf.library.object === library)
        #expect(try container.tryResolve(Library.self) !== library)
    }

    @Test func hookFindsTheDroppedInstanceThatHasHooksItself() throws {
        let created = Counter()
        container.register(autowiring: Library.init).scope(.cached).onCreate { _, _ in created.increment() }
        registerShelf(.singleton) { resolver in
            container.reset(.cached)
            return try resolver.tryResolve()
        }
        let library = try container.tryResolve(Library.self)
        #expect(library.shelf.library.object === library)
        #expect(created.count == 1)
    }

    @Test func hookFindsTheDroppedInstanceOfAnAsyncFactory() async throws {
        container.registerAsync { services in
            await Task.yield()
            return try Library(shelf: services.tryResolve())
        }
        .scope(.cached)
        registerShelf(.cached) { try resetAndAsk($0) }
        let library = try await container.resolveAsync(Library.self)
        #expect(library.shelf.library.object === library)
    }

    @Test func serviceThatReceivesTheDroppedInstanceIsNotKept() throws {
        container.register(autowiring: Library.init).scope(.cached)
        container.register(autowiring: Reader.init).scope(.cached)
        registerShelf(.cached) { resolver in
            container.reset()
            return try resolver.tryResolve(Reader.self).library
        }
        let library = try container.tryResolve(Library.self)
        #expect(library.shelf.library.object === library)
        #expect(try container.tryResolve(Reader.self).library !== library)
    }

    @Test func uniqueServiceIsStillACircle() throws {
        container.register(autowiring: Library.init)
        registerShelf(.cached) { try resetAndAsk($0) }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Library.self) }
        #expect(error.code == .circularDependency)
    }

    @Test(arguments: [false, true]) func serviceThatFailedToBeKeptIsNotFound(hasHook: Bool) throws {
        let (container, found) = (container, Journal<String>())
        let registration = container.register { (resolver: Resolver) in "\(try resolver.tryResolve(Shelf.self))" }
            .scope(.shared)
        if hasHook { registration.onCreate { _, _ in } }
        container.register { Shelf() }.scope(.cached)
            .onResolved { _, resolver in found.note(try resolver.tryResolve(String.self)) }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(error.code == .scopeRequiresReference)
        #expect(found.entries.isEmpty)
    }

    @Test func serviceThatItsOwnHookWouldBuildAgainIsStillACircle() throws {
        container.register(autowiring: Library.init).scope(.cached)
            .onResolved { (_: Library, resolver: Resolver) in _ = try resetAndAsk(resolver) }
        registerShelf(.cached) { try $0.tryResolve() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Library.self) }
        #expect(error.code == .circularDependency)
    }

    @Test(.timeLimit(.minutes(15))) func resetsOfAnotherThreadMakeNoCircle() throws {
        container.register(autowiring: Library.init).scope(.cached)
        registerShelf(.cached) { try $0.tryResolve() }
        let failures = Journal<String>()
        try ThreadGroup.run(2) { thread in
            for _ in 0..<5_000 {
                if thread == 0 {
                    container.reset(.cached)
                } else {
                    let error = ResolutionError.thrown { () throws(ResolutionError) in
                        _ = try container.tryResolve(Library.self)
                    }
                    if let error { failures.note(error.description) }
                }
            }
        }
        #expect(failures.entries.first == nil)
    }
}
