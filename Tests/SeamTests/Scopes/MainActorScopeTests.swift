import Seam
import TestKit
import Testing

/// Services of the main actor that are kept.
struct MainActorScopeTests {
    private protocol Display: AnyObject, Sendable {}

    @MainActor
    private final class Screen: Display {}

    @Test(arguments: [Scope].keepingOrShared) @MainActor func keptServiceIsBuiltOnce(scope: Scope) async throws {
        let container = Container()
        container.registerOnMainActor { Screen() }.scope(scope)
        let first = container.resolve(Screen.self)
        #expect(container.resolve(Screen.self) === first)
        #expect(try await container.resolveAsync(Screen.self) === first)
    }

    @Test(arguments: [Scope].keeping)
    func manyAsyncRequestsShareOneBuild(scope: Scope) async throws {
        let container = Container()
        let built = Counter()
        container.registerOnMainActor {
            built.increment()
            return Screen()
        }
        .scope(scope)
        let screens = try await withThrowingTaskGroup(of: Screen.self) { group in
            for _ in 0..<50 { group.addTask { try await container.resolveAsync(Screen.self) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(screens.allSatisfy { $0 === screens[0] })
        #expect(built.count == 1)
    }

    @Test @MainActor func graphServiceIsSharedByOneRequest() {
        final class Pair: Sendable {
            let left: Screen
            let right: Screen
            init(left: Screen, right: Screen) {
                self.left = left
                self.right = right
            }
        }
        let container = Container()
        container.registerOnMainActor { Screen() }.scope(.graph)
        container.registerOnMainActor { resolver in Pair(left: resolver.resolve(), right: resolver.resolve()) }
        let first = container.resolve(Pair.self)
        #expect(first.left === first.right)
        #expect(container.resolve(Pair.self).left !== first.left)
    }

    @Test func synchronousRequestElsewhereFailsWhileTheMainActorBuilds() async {
        let container = Container()
        let code = Box<ResolutionError.Code?>(nil)
        container.registerOnMainActor { resolver in
            let container = resolver.container
            code.value =
                Deadline.blockingResult {
                    ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Screen.self) }?
                        .code
                } ?? nil
            return Screen()
        }
        .scope(.singleton)
        _ = await Task { @MainActor in container.resolve(Screen.self) }.value
        #expect(code.value == .requiresMainActor)
    }

    @Test @MainActor func decoratorAndHookRunOnTheMainActor() async throws {
        let container = Container()
        let log = Journal<String>()
        container.registerOnMainActor { Screen() }
            .decorate { screen, _ in
                MainActor.preconditionIsolated()
                log.note("decorated")
                return screen
            }
            .onCreate { _, _ in
                MainActor.preconditionIsolated()
                log.note("created")
            }
        _ = try await Task.detached { try await container.resolveAsync(Screen.self) }.value
        #expect(log.entries == ["decorated", "created"])
    }

    @Test func aliasOfAMainActorServiceHopsToo() async throws {
        let container = Container()
        container.registerOnMainActor { Screen() }.scope(.singleton).implements((any Display).self)
        let alias = try await Task.detached { try await container.resolveAsync((any Display).self) }.value
        let screen = try await container.resolveAsync(Screen.self)
        #expect(alias === screen)
    }
}
