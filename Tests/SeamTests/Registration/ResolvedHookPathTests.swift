import Seam
import TestKit
import Testing

/// The paths on which `onResolved` hooks run, which share what they have in common.
struct ResolvedHookPathTests {
    private struct Missing: Sendable {}

    private final class Leaf: Sendable {}

    private final class Left: Sendable {}

    private final class Right: Sendable {}

    private final class Root: Sendable {}

    private let container = Container()
    /// The path of a request that each hook makes for a missing service.
    private let paths = Journal<[String]>()

    private func notePath<Service>(_: Service, _ resolver: Resolver) {
        do {
            _ = try resolver.tryResolve(Missing.self)
        } catch {
            paths.note(error.steps)
        }
    }

    @Test(arguments: [Scope].all)
    func siblingsHaveTheirOwnPaths(scope: Scope) throws {
        container.register(Leaf.self, name: "left") { Leaf() }.scope(scope).onResolved(notePath)
        container.register(Leaf.self, name: "right") { Leaf() }.scope(scope).onResolved(notePath)
        container.register { Leaf() }.scope(scope).onResolved(notePath)
        container.register { resolver in
            _ = try resolver.tryResolve(Leaf.self, name: "left")
            return Left()
        }
        .scope(scope)
        container.register { resolver in
            _ = try resolver.tryResolve(Leaf.self, name: "right")
            return Right()
        }
        .scope(scope).onResolved(notePath)
        container.register { resolver in
            _ = try (resolver.tryResolve(Left.self), resolver.tryResolve(Right.self), resolver.tryResolve(Leaf.self))
            return Root()
        }
        .scope(scope).onResolved(notePath)
        _ = try container.tryResolve(Root.self)
        #expect(
            paths.entries == [
                ["Root", "Left", "Leaf \"left\"", "Missing"], ["Root", "Right", "Leaf \"right\"", "Missing"],
                ["Root", "Right", "Missing"], ["Root", "Leaf", "Missing"], ["Root", "Missing"],
            ]
        )
    }

    @Test func pathEndsWithTheArgumentsOfItsInstance() throws {
        let codes = Journal<ResolutionError.Code?>()
        container.register { (_, number: Int) in Fixtures.User(id: number) }
            .onResolved { user, resolver in
                // A request for the same user would build it again, and a request for the next one would not.
                let error = #expect(throws: ResolutionError.self) {
                    try resolver.tryResolve(Fixtures.User.self, arguments: user.id)
                }
                codes.note(error?.code)
            }
        container.register { resolver in
            for number in 1...3 { _ = try resolver.tryResolve(Fixtures.User.self, arguments: number) }
            return Root()
        }
        _ = try container.tryResolve(Root.self)
        #expect(codes.entries == Array(repeating: .circularDependency, count: 3))
    }

    @Test func hooksOfWhatAHookBuildsStandOnItsPath() throws {
        container.register { Leaf() }.onResolved(notePath)
        container.register { Left() }.onResolved { _, resolver in _ = try resolver.tryResolve(Leaf.self) }
        container.register { resolver in
            _ = try resolver.tryResolve(Left.self)
            return Root()
        }
        .onResolved(notePath)
        _ = try container.tryResolve(Root.self)
        #expect(paths.entries == [["Root", "Missing"], ["Root", "Left", "Leaf", "Missing"]])
    }

    @Test func hooksOfWhatAHookBuildsStandOnThePathOfAnAsyncFactory() async throws {
        container.register { Leaf() }.onResolved(notePath)
        container.register { Left() }
            .onResolved { _, resolver in
                _ = try resolver.tryResolve(Leaf.self)
                _ = try resolver.tryResolve(Leaf.self)
            }
        container.registerAsync { resolver in
            _ = try resolver.tryResolve(Left.self)
            return Root()
        }
        _ = try await container.resolveAsync(Root.self)
        #expect(paths.entries == Array(repeating: ["Root", "Left", "Leaf", "Missing"], count: 2))
    }

    @Test func pathBeginsWithTheAsyncFactories() async throws {
        container.register { Leaf() }.onResolved(notePath)
        container.register { resolver in
            _ = try resolver.tryResolve(Leaf.self)
            return Left()
        }
        container.registerAsync { resolver in
            _ = try resolver.tryResolve(Left.self)
            return Right()
        }
        .onResolved(notePath)
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Right.self)
            _ = try resolver.tryResolve(Leaf.self)
            return Root()
        }
        _ = try await container.resolveAsync(Root.self)
        #expect(
            paths.entries == [
                ["Root", "Right", "Left", "Leaf", "Missing"], ["Root", "Right", "Missing"],
                ["Root", "Leaf", "Missing"],
            ]
        )
    }

    @Test(arguments: [true, false])
    func nothingStaysOfAPath(isFailing: Bool) {
        struct Failure: Error {}
        let reference = WeakReference<Container>()
        do {
            let container = Container()
            reference.object = container
            container.register { Leaf() }.scope(.cached)
                .onResolved { _, _ in if isFailing { throw Failure() } }
            container.register { resolver in
                _ = try resolver.tryResolve(Leaf.self)
                return Root()
            }
            let root = try? container.tryResolve(Root.self)
            #expect((root == nil) == isFailing)
        }
        #expect(reference.object == nil)
    }
}
