import Seam
import TestKit
import Testing

/// The requests that an `onResolved` hook makes.
struct ResolvedHookRequestTests {
    private final class Owner: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }

    private final class Part: Sendable {
        let owner = WeakReference<Owner>()
    }

    private final class Engine: Sendable {}

    private final class Number: Sendable {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    private let container = Container()
    private let owners = Journal<Owner>()
    private let parts = Journal<Part>()
    private let order = Journal<String>()

    /// The owner takes the part in its initialiser; the part needs the owner when everything is built.
    private func registerCircle(scope: Scope) {
        container.register { [owners] resolver in
            let owner = Owner(part: try resolver.tryResolve())
            owners.note(owner)
            return owner
        }
        .scope(scope)
        container.register { [parts] in
            let part = Part()
            parts.note(part)
            return part
        }
        .scope(scope)
        .onResolved { (part: Part, resolver: Resolver) in part.owner.object = try resolver.tryResolve(Owner.self) }
    }

    @Test(arguments: [Scope].notUnique)
    func circleIsClosedIfTheOwnerIsAskedFor(scope: Scope) throws {
        registerCircle(scope: scope)
        let owner = try container.tryResolve(Owner.self)
        #expect(owner.part.owner.object === owner)
        #expect(owners.entries.count == 1)
        #expect(parts.entries.count == 1)
    }

    @Test(arguments: [Scope].notUnique)
    func circleIsClosedIfThePartIsAskedFor(scope: Scope) throws {
        registerCircle(scope: scope)
        let part = try container.tryResolve(Part.self)
        #expect(part.owner.object?.part === part)
        #expect(owners.entries.count == 1)
        #expect(parts.entries.count == 1)
    }

    @Test func asyncCircleIsClosed() async throws {
        container.registerAsync { resolver in Owner(part: try await resolver.resolveAsync()) }.scope(.singleton)
        container.registerAsync { Part() }.scope(.singleton)
            .onResolved { (part: Part, resolver: Resolver) in part.owner.object = try resolver.tryResolve(Owner.self) }
        let owner = try await Deadline.valueInTask { [container] in try await container.resolveAsync(Owner.self) }
        #expect(owner.part.owner.object === owner)
    }

    @Test func requestThatBuildsTheInstanceAgainIsACircle() throws {
        registerCircle(scope: .unique)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Owner.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Owner", "Part", "Owner"])
    }

    @Test func uniqueServiceThatNeedsItselfIsACircle() throws {
        container.register { Engine() }.onResolved { _, resolver in _ = try resolver.tryResolve(Engine.self) }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Engine.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Engine", "Engine"])
    }

    @Test(arguments: [Scope].notUnique)
    func hookFindsItsOwnInstance(scope: Scope) throws {
        container.register { Engine() }.scope(scope)
            .onResolved { [order] engine, resolver in
                order.note(try resolver.tryResolve(Engine.self) === engine ? "own" : "other")
            }
        _ = try container.tryResolve(Engine.self)
        #expect(order.entries == ["own"])
    }

    @Test(arguments: [Scope].forValues)
    func longChainOfHooksIsNoCircle(scope: Scope) throws {
        let container = Container()
        let resolved = Counter()
        for number in 0..<1_000 {
            container.register(name: ServiceName("\(number)")) { number }.scope(scope)
                .onResolved { number, resolver in
                    resolved.increment()
                    if number < 999 { _ = try resolver.tryResolve(Int.self, name: ServiceName("\(number + 1)")) }
                }
        }
        _ = try container.tryResolve(Int.self, name: "0")
        #expect(resolved.count == 1_000)
    }

    @Test(arguments: [Scope].all)
    func longChainOfHooksWithOtherArgumentsIsNoCircle(scope: Scope) throws {
        try WorkerThread(stackSize: 512 << 10) {
            let container = Container()
            let resolved = Counter()
            container.register { (_: Resolver, number: Int) in Number(number) }.scope(scope)
                .onResolved { number, resolver in
                    resolved.increment()
                    _ = try resolver.tryResolve(Number.self, arguments: number.value + 1)
                }
            let error = try #require(throws: ResolutionError.self) {
                try container.tryResolve(Number.self, arguments: 1, fileID: "Shop/Cart.swift", line: 12)
            }
            #expect(error.code == .tooDeep)
            #expect(
                error.description.hasPrefix(
                    "'Number(Int)' is nested too deeply: 1001 services stand on the path, and its onResolved hook would "
                        + "ask for more."
                )
            )
            #expect(
                error.description.hasSuffix(
                    "look for hooks on the path that ask for each other's services, with other arguments each time."
                )
            )
            #expect(resolved.count == 1_000)
            // The instance whose hook was refused is not kept: the next request runs the hook.
            _ = try? container.tryResolve(Number.self, arguments: 1_001)
            #expect(resolved.count > 1_000)
        }
        .value()
    }

    @Test func requestBelongsToTheGraphOfTheOutermostRequest() throws {
        let engines = Journal<Engine>()
        container.register { Engine() }.scope(.graph)
        container.register { Part() }
            .onResolved { _, resolver in engines.note(try resolver.tryResolve(Engine.self)) }
        container.register { resolver in
            engines.note(resolver.resolve(Engine.self))
            return Owner(part: resolver.resolve())
        }
        .onResolved { _, resolver in engines.note(try resolver.tryResolve(Engine.self)) }
        _ = try container.tryResolve(Owner.self)
        #expect(engines.entries.count == 3)
        #expect(Set(engines.entries.map { ObjectIdentifier($0) }).count == 1)
    }

    @Test func requestStandsOnThePathOfTheInstance() throws {
        container.register { resolver in Owner(part: try resolver.tryResolve()) }.scope(.singleton)
        container.register { Part() }.scope(.singleton)
            .onResolved { _, resolver in _ = try resolver.tryResolve(Engine.self) }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Owner.self) }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["Owner", "Part", "Engine"])
    }

    @Test func hookOfAnInstanceBuiltByAHookRunsInTheSamePass() throws {
        container.register { Engine() }.scope(.singleton)
            .onCreate { [order] _, _ in order.note("engine created") }
            .onResolved { [order] _, _ in order.note("engine resolved") }
        container.register { Part() }.scope(.singleton)
            .onResolved { [order] _, resolver in
                _ = try resolver.tryResolve(Engine.self)
                order.note("part resolved")
            }
        _ = try container.tryResolve(Part.self)
        #expect(order.entries == ["engine created", "part resolved", "engine resolved"])
    }

    @Test func hookResolvesThroughTheContainerThatBuiltItsInstance() throws {
        let child = Container(parent: container)
        container.register { Part() }
            .onResolved { [order] _, resolver in
                order.note(try resolver.tryResolve(String.self))
                order.note(resolve(String.self))
            }
        child.register { "child" }
        _ = try child.tryResolve(Part.self)
        #expect(order.entries == ["child", "child"])
    }
}
