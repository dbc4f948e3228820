import Seam
import TestKit
import Testing

/// Two services that set each other in their `onCreate` hooks, while a reset drops the instances that are being built.
struct ResetDuringHooksTests {
    private final class Left: Sendable {
        let right = Box<Right?>(nil)
    }

    private final class Right: Sendable {
        let left = WeakReference<Left>()
    }

    /// The place of the reset.
    enum Place: CaseIterable {
        case firstHook
        case secondFactory
        case secondHook
    }

    private let container = Container()

    private func registerBoth(_ scope: Scope, resetAt place: Place?) {
        let isDone = Flag()
        let reset = { @Sendable (here: Place) in
            if here == place, isDone.raise() { container.reset() }
        }
        container.register { Left() }.scope(scope)
            .onCreate { (left: Left, resolver: Resolver) in
                reset(.firstHook)
                left.right.value = try resolver.tryResolve(Right.self)
            }
        container.register {
            reset(.secondFactory)
            return Right()
        }
        .scope(scope)
        .onCreate { (right: Right, resolver: Resolver) in
            reset(.secondHook)
            right.left.object = try resolver.tryResolve(Left.self)
        }
    }

    @Test(arguments: [Scope].keepingOrShared, Place.allCases)
    func hooksFindTheDroppedInstance(scope: Scope, place: Place) throws {
        registerBoth(scope, resetAt: place)
        let left = try container.tryResolve(Left.self)
        #expect(left.right.value?.left.object === left)
    }

    /// An instance that holds a dropped one would bring it back.
    @Test(arguments: [Scope].keepingOrShared, Place.allCases) func neitherIsKept(scope: Scope, place: Place) throws {
        registerBoth(scope, resetAt: place)
        let left = try container.tryResolve(Left.self)
        let right = try container.tryResolve(Right.self)
        #expect(right !== left.right.value)
        #expect(right.left.object !== left)
    }

    @Test func longerKeptServiceThatHoldsTheDroppedOneIsBuiltOnce() throws {
        let built = Counter()
        container.register { Left() }.scope(.cached)
            .onCreate { (left: Left, resolver: Resolver) in
                container.reset(.cached)
                left.right.value = try resolver.tryResolve(Right.self)
            }
        container.register {
            built.increment()
            return Right()
        }
        .scope(.singleton)
        .onCreate { (right: Right, resolver: Resolver) in right.left.object = try resolver.tryResolve(Left.self) }
        let right = try container.tryResolve(Left.self).right.value
        #expect(try container.tryResolve(Right.self) === right)
        #expect(built.count == 1)
    }

    @Test func graphServiceIsSharedInsideTheHook() throws {
        container.register { Left() }.scope(.cached)
            .onCreate { (left: Left, resolver: Resolver) in
                container.reset()
                left.right.value = try resolver.tryResolve(Right.self)
                #expect(try resolver.tryResolve(Right.self) === left.right.value)
            }
        container.register { Right() }.scope(.graph)
            .onCreate { (right: Right, resolver: Resolver) in right.left.object = try resolver.tryResolve(Left.self) }
        let left = try container.tryResolve(Left.self)
        #expect(left.right.value?.left.object === left)
    }

    /// A service whose hook installs a module, or reads a lazy value, that leads back to it.
    @Test func moduleAndLazyValueInsideTheHookAreMadeOnce() throws {
        let installed = Counter()
        container.register { Left() }.scope(.cached)
            .onCreate { (left: Left, resolver: Resolver) in
                container.reset()
                container.install(Asking(installed: installed, left: left))
                container.install(Asking(installed: installed, left: left))
                let lazy = resolver.resolve(Lazy<Right>.self)
                left.right.value = lazy.value
                #expect(lazy.value === left.right.value)
            }
        container.register { Right() }.scope(.unique)
            .onCreate { (right: Right, resolver: Resolver) in right.left.object = try resolver.tryResolve(Left.self) }
        let left = try container.tryResolve(Left.self)
        #expect(left.right.value?.left.object === left)
        #expect(installed.count == 1)
    }

    private struct Asking: Module {
        let installed: Counter
        let left: Left

        func register(in container: Container) {
            installed.increment()
            #expect(container.resolve(Left.self) === left)
        }
    }

    @Test func instanceWithArgumentsIsFound() throws {
        container.register { (_: Resolver, number: Int) in Left() }.scope(.cached)
            .onCreate { (left: Left, resolver: Resolver) in
                container.reset()
                left.right.value = try resolver.tryResolve(Right.self)
            }
        container.register { Right() }.scope(.cached)
            .onCreate { (right: Right, resolver: Resolver) in
                right.left.object = try resolver.tryResolve(Left.self, arguments: 1)
            }
        let left = try container.tryResolve(Left.self, arguments: 1)
        #expect(left.right.value?.left.object === left)
    }

    @Test func instanceOfAnAsyncFactoryIsFound() async throws {
        container.registerAsync { () async in Left() }.scope(.cached)
            .onCreate { (left: Left, resolver: Resolver) in
                container.reset()
                left.right.value = try resolver.tryResolve(Right.self)
            }
        container.register { Right() }.scope(.cached)
            .onCreate { (right: Right, resolver: Resolver) in right.left.object = try resolver.tryResolve(Left.self) }
        let left = try await container.resolveAsync(Left.self)
        #expect(left.right.value?.left.object === left)
    }

    @Test(.timeLimit(.minutes(15))) func resetsOfAnotherThreadMakeNoCircle() throws {
        registerBoth(.cached, resetAt: nil)
        let failures = Journal<String>()
        try ThreadGroup.run(2) { thread in
            for _ in 0..<5_000 {
                if thread == 0 {
                    container.reset(.cached)
                } else {
                    let error = ResolutionError.thrown { () throws(ResolutionError) in
                        _ = try container.tryResolve(Left.self)
                    }
                    if let error { failures.note(error.description) }
                }
            }
        }
        #expect(failures.entries.first == nil)
    }
}
