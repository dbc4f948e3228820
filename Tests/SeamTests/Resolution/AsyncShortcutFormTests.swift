import TestKit
import Testing

@testable import Seam

/// Async requests inside async factories, for aliases and with arguments: they are answered without the slow path, too.
struct AsyncShortcutFormTests {
    private protocol Named: AnyObject, Sendable {}

    private final class Thing: Named {}

    private final class Outer: Sendable {
        let inner: (any Named)?
        init(_ inner: (any Named)? = nil) { self.inner = inner }
    }

    private final class LazyOuter: Sendable {
        let inner: Lazy<Thing>
        init(inner: Lazy<Thing>) { self.inner = inner }
    }

    private struct Node: Sendable {
        let depth: Int
    }

    /// Whether a request for a `Thing`, in the factory of an async service of that scope, takes a short way.
    private static func isShort(
        inFactoryOf scope: Scope,
        _ register: (Container) -> Void
    ) async throws -> Bool {
        let container = Container()
        register(container)
        container.registerAsync { resolver in try resolver.container.takesShortWay(to: Thing.self) }.scope(scope)
        return try await container.resolveAsync(Bool.self)
    }

    // MARK: Inside async factories

    @Test(arguments: [Scope.unique, .cached, .graph])
    func readyInstanceIsTakenInsideAnAsyncFactory(scope: Scope) async throws {
        let isShort = try await Self.isShort(inFactoryOf: scope) { container in
            container.register { Thing() }.scope(.singleton)
            _ = container.resolve(Thing.self)
        }
        #expect(isShort)
    }

    @Test func readyInstanceOfAParentIsTakenInsideAnAsyncFactory() async throws {
        let parent = Container()
        parent.register { Thing() }.scope(.singleton)
        _ = parent.resolve(Thing.self)
        let child = Container(parent: parent)
        child.registerAsync { try child.takesShortWay(to: Thing.self) }.scope(.cached)
        #expect(try await child.resolveAsync(Bool.self))
    }

    @Test(arguments: [Scope.unique, .cached, .graph])
    func sharedInstanceIsTakenInsideAnAsyncFactory(scope: Scope) async throws {
        let shared = Box<Thing?>(nil)
        let isShort = try await Self.isShort(inFactoryOf: scope) { container in
            container.register { Thing() }.scope(.shared)
            shared.value = container.resolve()
        }
        #expect(isShort)
        #expect(shared.value != nil)
    }

    @Test(arguments: [Scope.unique, .cached, .graph])
    func uniqueServiceIsBuiltInsideAnAsyncFactory(scope: Scope) async throws {
        #expect(try await Self.isShort(inFactoryOf: scope) { $0.register { Thing() } })
        #expect(try await Self.isShort(inFactoryOf: scope) { $0.registerAsync { Thing() } })
    }

    /// The service behind the lazy value is built last, and so would be disposed of first.
    @Test func dependenciesOfAnAsyncServiceInBetweenAreThoseOfTheKeptOne() async throws {
        let (container, journal) = (Container(), Journal<String>())
        container.register { Thing() }.scope(.singleton).onDispose { _ in journal.note("inner") }
        container.registerAsync { resolver in LazyOuter(inner: try await resolver.resolveAsync()) }
        container.registerAsync(name: "kept") { resolver in try await resolver.resolveAsync(LazyOuter.self) }
            .scope(.singleton)
            .onDispose { _ in journal.note("outer") }
        _ = try await container.resolveAsync(LazyOuter.self, name: "kept").inner.value
        try await container.shutdown()
        #expect(journal.entries == ["outer", "inner"])
    }

    /// Each request of a service in between holds up the build around it: no path shows this circle, whose halves are
    /// begun by two requests.
    @Test(.timeLimit(.minutes(15))) func circleOfTwoRequestsThroughServicesInBetweenIsFound() async throws {
        let container = Container()
        let (first, second) = (Gate(), Gate())
        container.registerAsync(name: "first") { resolver in try await resolver.resolveAsync(Outer.self, name: "a") }
            .scope(.singleton)
        container.registerAsync(name: "a") { resolver in
            first.open()
            await second.pass()
            return try await resolver.resolveAsync(Outer.self, name: "second")
        }
        container.registerAsync(name: "second") { resolver in try await resolver.resolveAsync(Outer.self, name: "b") }
            .scope(.singleton)
        container.registerAsync(name: "b") { resolver in
            second.open()
            await first.pass()
            return try await resolver.resolveAsync(Outer.self, name: "first")
        }
        let other = Task { try await container.resolveAsync(Outer.self, name: "second") }
        let error = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Outer.self, name: "first")
        }
        #expect(error?.code == .circularDependency)
        await #expect(throws: ResolutionError.self) { try await other.value }
    }

    @Test func taskThatIsLeftBehindTakesAShortWay() async throws {
        let (container, mayGoOn, isShort) = (Container(), Gate(), Journal<Bool>())
        container.register { Thing() }
        container.registerAsync { Node(depth: 0) }
        let done = Gate()
        container.registerAsync { () async in
            Task {
                await mayGoOn.pass()
                isShort.note(try container.takesShortWay(to: Thing.self))
                isShort.note(try container.takesShortWay(to: Node.self))
                done.open()
            }
            return Outer()
        }
        _ = try await container.resolveAsync(Outer.self)
        mayGoOn.open()
        await done.pass()
        #expect(isShort.entries == [true, true])
    }

    @Test func hooksOfInnerServicesWaitForTheOutermostRequest() async throws {
        let (container, journal) = (Container(), Journal<String>())
        container.register { Thing() }.onResolved { _, _ in journal.note("hook") }
        container.registerAsync { resolver in Outer(resolver.resolve(Thing.self)) }
        container.registerAsync(name: "outer") { resolver in
            let inner = try await resolver.resolveAsync(Outer.self)
            journal.note("inner built")
            return inner
        }
        _ = try await container.resolveAsync(Outer.self, name: "outer")
        #expect(journal.entries == ["inner built", "hook"])
    }

    @Test func serviceThatIsAwaitedTwiceAtOnceIsNoCircle() async throws {
        let (container, gate, builds) = (Container(), Gate(), Counter())
        container.registerAsync { () -> Thing in
            builds.increment()
            if builds.count == 2 { gate.open() }
            await gate.pass()
            return Thing()
        }
        container.registerAsync { resolver in
            async let first: Thing = resolver.resolveAsync()
            async let second: Thing = resolver.resolveAsync()
            let both = try await (first, second)
            return both.0 !== both.1
        }
        #expect(try await container.resolveAsync(Bool.self))
    }

    // MARK: Aliases

    @Test(arguments: [Scope.unique, .singleton])
    func aliasIsAwaitedWithoutTheSlowPath(scope: Scope) async throws {
        let container = Container()
        container.register { Thing() }.scope(scope).implements((any Named).self)
        container.registerAsync { Outer() }.scope(scope).implements(Outer?.self)
        #expect(try container.takesShortWay(to: (any Named).self))
        #expect(try container.takesShortWay(to: Outer?.self))
        let (alias, thing) = try await (container.resolveAsync((any Named).self), container.resolveAsync(Thing.self))
        #expect((alias === thing) == (scope == .singleton))
        #expect(try await container.resolveAsync(Outer?.self) != nil)
    }

    @Test func aliasWithArgumentsIsAwaitedWithoutTheSlowPath() async throws {
        let container = Container()
        container.register { (_: Resolver, _: Int) in Thing() }.scope(.cached).implements((any Named).self)
        #expect(try container.takesShortWay(to: (any Named).self, argument: 1))
        let alias = try await container.resolveAsync((any Named).self, arguments: 1)
        #expect(try await container.resolveAsync(Thing.self, arguments: 1) === alias)
    }

    @Test func aliasIsAwaitedInsideAnAsyncFactory() async throws {
        let container = Container()
        container.registerAsync { Thing() }.scope(.singleton).implements((any Named).self)
        container.registerAsync { resolver in
            let isShort = try container.takesShortWay(to: (any Named).self)
            return (isShort, try await resolver.resolveAsync((any Named).self))
        }
        let (isShort, alias) = try await container.resolveAsync((Bool, any Named).self)
        #expect(isShort)
        #expect(alias === (try await container.resolveAsync(Thing.self)))
    }

    @Test func decoratedAliasTakesTheSlowPath() async throws {
        let container = Container()
        container.register { Thing() }.implements((any Named).self)
        container.decorate((any Named).self) { thing, _ in thing }
        #expect(try !container.takesShortWay(to: (any Named).self))
    }

    @Test func failureOfAnAwaitedTargetHasThePathOfTheAlias() async {
        struct Failure: Error {}
        let container = Container()
        container.registerAsync { () async throws -> Thing in throw Failure() }.implements((any Named).self)
        let error = await #expect(throws: ResolutionError.self) {
            _ = try await container.resolveAsync((any Named).self)
        }
        #expect(error?.steps == ["Named", "Thing"])
        #expect(error?.underlying is Failure)
    }

    // MARK: Arguments

    @Test func serviceWithAnArgumentIsBuiltWithoutTheSlowPath() async throws {
        let container = Container()
        container.register { (_: Resolver, depth: Int) in Node(depth: depth) }
        #expect(try container.takesShortWay(to: Node.self, argument: 1))
        #expect(try await container.resolveAsync(Node.self, arguments: 1).depth == 1)
        container.registerAsync { (_: Resolver, depth: Int) in Node(depth: depth) }
        #expect(try container.takesShortWay(to: Node.self, argument: 2))
        #expect(try await container.resolveAsync(Node.self, arguments: 2).depth == 2)
    }

    @Test(arguments: [Scope.cached, .shared, .container])
    func serviceThatIsKeptByArgumentIsTakenWithoutTheSlowPath(scope: Scope) async throws {
        let container = Container()
        container.register { (_: Resolver, _: Int) in Thing() }.scope(scope)
        #expect(try container.takesShortWay(to: Thing.self, argument: 1))
        let first = try await container.resolveAsync(Thing.self, arguments: 1)
        #expect(try container.takesShortWay(to: Thing.self, argument: 1))
        #expect(try await container.resolveAsync(Thing.self, arguments: 1) === first)
        #expect(try await container.resolveAsync(Thing.self, arguments: 2) !== first)
        #expect(container.resolve(Thing.self, arguments: 1) === first)
    }

    @Test func instanceThatIsNotTooOldIsTakenWithoutTheSlowPath() async throws {
        let container = Container()
        container.register { (_: Resolver, _: Int) in Thing() }.scope(.cached(for: .seconds(3_600)))
        container.register { Thing() }.scope(.cached(for: .seconds(3_600)))
        let (first, second) = (container.resolve(Thing.self, arguments: 1), container.resolve(Thing.self))
        #expect(try container.takesShortWay(to: Thing.self, argument: 1))
        #expect(try container.takesShortWay(to: Thing.self))
        #expect(try await container.resolveAsync(Thing.self, arguments: 1) === first)
        #expect(try await container.resolveAsync(Thing.self) === second)
    }

    /// The decorator makes a shortcut to a build impossible, but not to an instance.
    @Test func decoratedInstanceIsTakenWithoutTheSlowPath() async throws {
        let container = Container()
        container.register { (_: Resolver, _: Int) in Thing() }.scope(.cached).decorate { thing, _ in thing }
        #expect(try !container.takesShortWay(to: Thing.self, argument: 1))
        let thing = try await container.resolveAsync(Thing.self, arguments: 1)
        #expect(try container.takesShortWay(to: Thing.self, argument: 1))
        #expect(try await container.resolveAsync(Thing.self, arguments: 1) === thing)
    }

    @Test func requestWithAnArgumentTakesTheSlowPathWhileAThreadBuilds() async throws {
        let (container, builds, mayEnd) = (Container(), Gate(), Gate())
        container.register { (_: Resolver, _: Int) -> Thing in
            builds.open()
            mayEnd.wait()
            return Thing()
        }
        .scope(.cached)
        async let first = ThreadGroup.results(1) { _ in container.resolve(Thing.self, arguments: 1) }
        await builds.pass()
        #expect(try !container.takesShortWay(to: Thing.self, argument: 1))
        async let second = container.resolveAsync(Thing.self, arguments: 1)
        mayEnd.open()
        let (threads, thing) = try await (first, second)
        #expect(threads?.first === thing)
    }

    @Test func asyncServiceMayAskForItselfWithOtherArguments() async throws {
        let container = Container()
        container.registerAsync { (resolver: Resolver, depth: Int) -> Node in
            guard depth > 0 else { return Node(depth: 0) }
            return Node(depth: try await resolver.resolveAsync(Node.self, arguments: depth - 1).depth + 1)
        }
        #expect(try await container.resolveAsync(Node.self, arguments: 5).depth == 5)
    }

    @Test func asyncServiceThatAsksForItselfWithEqualArgumentsIsACircle() async throws {
        let container = Container()
        container.registerAsync { (resolver: Resolver, depth: Int) -> Node in
            try await resolver.resolveAsync(Node.self, arguments: max(depth - 1, 1))
        }
        let error = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Node.self, arguments: 3)
        }
        #expect(error?.code == .circularDependency)
        #expect(error?.path.count == 4)
    }
}
