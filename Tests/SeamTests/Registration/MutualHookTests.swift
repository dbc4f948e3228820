import Seam
import TestKit
import Testing

/// Two services that set each other in their `onCreate` hooks, and hooks that need what is still being built.
struct MutualHookTests {
    private final class Left: Sendable {
        let right = WeakReference<Right>()
    }

    private final class Right: Sendable {
        let left = WeakReference<Left>()
    }

    private final class Owner: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }

    private final class Part: Sendable {
        let owner = WeakReference<Owner>()
    }

    private let container = Container()
    private let built = Counter()
    /// Holds the instances, which weak references and the `shared` scope do not.
    private let held = Journal<any AnyObject & Sendable>()

    private func registerBoth(scope: Scope) {
        container.register { [built, held] in
            built.increment()
            let left = Left()
            held.note(left)
            return left
        }
        .scope(scope)
        .onCreate { (left: Left, resolver: Resolver) in left.right.object = try resolver.tryResolve(Right.self) }
        container.register { [built, held] in
            built.increment()
            let right = Right()
            held.note(right)
            return right
        }
        .scope(scope)
        .onCreate { (right: Right, resolver: Resolver) in right.left.object = try resolver.tryResolve(Left.self) }
    }

    @Test(arguments: [Scope].notUnique) func eachServiceIsBuiltOnceIfTheFirstIsAskedFor(scope: Scope) throws {
        registerBoth(scope: scope)
        let left = try container.tryResolve(Left.self)
        #expect(left.right.object?.left.object === left)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].notUnique) func eachServiceIsBuiltOnceIfTheSecondIsAskedFor(scope: Scope) throws {
        registerBoth(scope: scope)
        let right = try container.tryResolve(Right.self)
        #expect(right.left.object?.right.object === right)
        #expect(built.count == 2)
    }

    @Test func uniqueServicesEndInACircle() throws {
        registerBoth(scope: .unique)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Left.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Left", "Right", "Left"])
    }

    private func registerOwner(scope: Scope) {
        container.register { [built, held] resolver in
            built.increment()
            let owner = Owner(part: try resolver.tryResolve())
            held.note(owner)
            return owner
        }
        .scope(scope)
        container.register { [built] in
            built.increment()
            return Part()
        }
        .scope(scope)
        .onCreate { (part: Part, resolver: Resolver) in part.owner.object = try resolver.tryResolve(Owner.self) }
    }

    @Test(arguments: [Scope].notUnique) func hookThatNeedsAServiceStillBeingBuiltIsACircle(scope: Scope) throws {
        registerOwner(scope: scope)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Owner.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Owner", "Part", "Owner"])
    }

    @Test func adviceOnACircleThroughAHookNamesOnResolvedAndLazy() throws {
        registerOwner(scope: .singleton)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Owner.self) }
        #expect(error.description.contains("onResolved"))
        #expect(error.description.contains("Lazy"))
    }

    @Test(arguments: [Scope].notUnique)
    func hookMayNeedAServiceWhoseInitialiserTakesItsInstance(scope: Scope) throws {
        registerOwner(scope: scope)
        let part = try container.tryResolve(Part.self)
        #expect(part.owner.object?.part === part)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func laterRequestFindsTheServiceOfTheHook(scope: Scope) throws {
        registerOwner(scope: scope)
        let part = try container.tryResolve(Part.self)
        #expect(try container.tryResolve(Owner.self) === part.owner.object)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].notUnique) func hookThatAsksForItsServiceGetsItsInstance(scope: Scope) throws {
        container.register { [held] in
            let left = Left()
            held.note(left)
            return left
        }
        .scope(scope)
        .onCreate { (left: Left, resolver: Resolver) in
            let found = try resolver.tryResolve(Left.self)
            #expect(found === left)
        }
        _ = try container.tryResolve(Left.self)
        #expect(held.entries.count == 1)
    }

    @Test func nothingIsKeptAfterACircleThroughAHook() throws {
        registerOwner(scope: .singleton)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Owner.self) }
        #expect(built.count == 2)
        let part = try container.tryResolve(Part.self)
        #expect(part.owner.object?.part === part)
        #expect(built.count == 4)
    }

    @Test(.timeLimit(.minutes(15))) func waiterReceivesTheInstanceWhoseHookNeedsItsOwn() async throws {
        let (leftIsHooking, rightIsHooking) = (Gate(), Gate())
        container.register { Left() }.scope(.singleton)
            .onCreate { (left: Left, resolver: Resolver) in
                leftIsHooking.open()
                rightIsHooking.wait()
                left.right.object = try resolver.tryResolve(Right.self)
            }
        container.register { Right() }.scope(.singleton)
            .onCreate { (right: Right, resolver: Resolver) in
                rightIsHooking.open()
                leftIsHooking.wait()
                right.left.object = try resolver.tryResolve(Left.self)
            }
        async let left = Deadline.valueOnThread { [container] in try container.tryResolve(Left.self) }
        async let right = Deadline.valueOnThread { [container] in try container.tryResolve(Right.self) }
        #expect(try await left.right.object === right)
        #expect(try await right.left.object === left)
    }
}
