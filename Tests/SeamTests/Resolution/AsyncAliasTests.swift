import Foundation
import Seam
import TestKit
import Testing

/// Async requests for a decorated alias of a synchronous service, beside synchronous ones.
///
/// Threads that a fault has blocked cannot be ended, so each test that may hang has a process of its own.
struct AsyncAliasTests {
    private protocol Named: AnyObject, Sendable {}
    private final class Thing: Named { init() {} }
    private final class Owner: Sendable { init(_: any Named) {} }

    @MainActor private protocol Titled: AnyObject {}
    @MainActor private final class Screen: Titled {}

    @Test func mainActorMayAskWhileATaskDoes() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { Screen() }.implements((any Titled).self).scope(.singleton)
            container.decorateOnMainActor((any Titled).self) { screen, _ in screen }
            let isAsking = Gate()
            let other = Task.detached {
                isAsking.open()
                _ = try await container.resolveAsync((any Titled).self) as any Titled
            }
            try await MainActor.run {
                isAsking.wait()
                Thread.sleep(forTimeInterval: 0.2)
                _ = try container.tryResolve((any Titled).self)
            }
            try await other.value
        }
    }

    /// Each of them could build the alias itself, since its target is ready.
    @Test(arguments: [true, false]) func synchronousRequestsWaitForTheThreadThatBuilds(isAsync: Bool) async throws {
        let container = Container()
        if isAsync {
            container.registerAsync { Thing() }.implements((any Named).self) { $0 }.scope(.singleton)
        } else {
            container.registerOnMainActor { Thing() }.implements((any Named).self) { $0 }.scope(.singleton)
        }
        let (asking, built) = (Counter(), Counter())
        container.decorate((any Named).self) { thing, _ in
            built.increment()
            asking.wait(for: 4)
            Thread.sleep(forTimeInterval: 0.05)
            return thing
        }
        _ = try await container.resolveAsync(Thing.self)
        let found = await ThreadGroup.results(4) { _ in
            asking.increment()
            return (try? container.tryResolve((any Named).self)) != nil
        }
        #expect(found == [true, true, true, true])
        #expect(built.count == 1)
    }

    @Test func tasksThatBlockLeaveAThreadForTheAlias() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for _ in 0..<20 {
                let container = Container()
                let entered = Gate()
                container.register {
                    entered.open()
                    Thread.sleep(forTimeInterval: 0.01)
                    return Thing()
                }
                .scope(.singleton)
                .implements((any Named).self)
                container.decorate((any Named).self) { thing, _ in thing }
                container.register { resolver in Owner(try resolver.tryResolve()) }
                WorkerThread { _ = container.resolve(Thing.self) }
                entered.wait()
                try await withThrowingTaskGroup { group in
                    group.addTask { _ = try await container.resolveAsync((any Named).self) as any Named }
                    for _ in 0..<8 { group.addTask { _ = try await container.resolveAsync(Owner.self) } }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test(arguments: [Scope].notUnique)
    func aliasIsDecoratedOnce(_ scope: Scope) async throws {
        let (container, built, decorated) = (Container(), Counter(), Counter())
        container.register {
            built.increment()
            return Thing()
        }
        .scope(scope)
        .implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in
            decorated.increment()
            return thing
        }
        async let first: any Named = container.resolveAsync()
        async let second: any Named = container.resolveAsync()
        let things = try await (first, second)
        let count = scope == .graph ? 2 : 1
        #expect(built.count == count)
        #expect(decorated.count == count)
        #expect((things.0 === things.1) == (count == 1))
    }

    /// A synchronous factory runs where it is asked for, and may ask for a service of the main actor there.
    @Test(arguments: [Scope].all) @MainActor
    func targetIsBuiltOnTheMainActorIfItsAliasIsAskedForThere(scope: Scope) async throws {
        let container = Container()
        container.registerOnMainActor { Screen() }
        let make: @Sendable (Resolver) throws -> Thing = { resolver in
            _ = try resolver.tryResolve(Screen.self)
            return Thing()
        }
        container.register(Thing.self, make).scope(scope).implements((any Named).self)
        container.contribute(Thing.self, make).implements((any Named).self)
        let child = Container(parent: container)
        _ = try await child.resolveAsync((any Named).self) as any Named
        _ = try await child.resolveAsync((any Named)?.self)
        #expect(try await child.resolveAsync([any Named].self).count == 2)
        container.decorate((any Named).self) { thing, _ in thing }
        _ = try await child.resolveAsync((any Named).self) as any Named
    }

    @Test func conformanceOfTheMainActorIsFoundForADecoratedAlias() async throws {
        let container = Container()
        container.register { Plain() }.scope(.singleton).implements((any Isolated).self)
        container.decorate((any Isolated).self) { plain, _ in plain }
        let found =
            try await Task.detached {
                ObjectIdentifier(try await container.resolveAsync((any Isolated).self) as any Isolated)
            }
            .value
        #expect(found == ObjectIdentifier(container.resolve(Plain.self)))
    }

    @Test func failureOfTheServiceHasThePathAndHappensOnce() async throws {
        struct Broken: Error {}
        let (container, attempts) = (Container(), Counter())
        container.register { () throws -> Thing in
            attempts.increment()
            throw Broken()
        }
        .scope(.singleton)
        .implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in thing }
        let error = try await #require(throws: ResolutionError.self) {
            try await container.resolveAsync((any Named).self) as any Named
        }
        #expect(error.code == .factoryFailed)
        #expect(error.steps == ["Named", "Thing"])
        #expect(attempts.count == 1)
    }

    /// The conversion stands for a thread that replaces the service at this moment.
    @Test(arguments: [Scope.singleton, .graph])
    func serviceMayBecomeAsyncWhileItsAliasIsBuilt(scope: Scope) async throws {
        let (container, isReplaced, decorated) = (Container(), Flag(), Counter())
        container.register { Thing() }.scope(scope)
            .implements((any Named).self) { [container] thing in
                if isReplaced.raise() { container.registerAsync { () async in Thing() }.scope(scope) }
                return thing
            }
        container.decorate((any Named).self) { thing, _ in
            decorated.increment()
            return thing
        }
        _ = try await container.resolveAsync((any Named).self) as any Named
        #expect(decorated.count == 1)
    }

    @Test func aliasThatItsServiceNeedsIsACircle() async throws {
        let container = Container()
        container.register { (resolver: Resolver) throws -> Thing in
            _ = try resolver.tryResolve((any Named).self)
            return Thing()
        }
        .scope(.singleton)
        .implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in thing }
        let error = try await #require(throws: ResolutionError.self) {
            try await container.resolveAsync((any Named).self) as any Named
        }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Named", "Thing", "Named"])
    }
}

private protocol Isolated: AnyObject {}
private final class Plain: Sendable {}
extension Plain: @MainActor Isolated {}
