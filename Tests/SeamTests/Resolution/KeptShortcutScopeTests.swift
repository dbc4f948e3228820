import Synchronization
import TestKit
import Testing

@testable import Seam

/// Builds of instances that are held weakly, by the container that was asked, or by their arguments, if they need
/// nothing but their factories.
struct KeptShortcutScopeTests {
    private final class Thing: Sendable {
        let number: Int
        init(_ number: Int = 0) { self.number = number }
    }

    private final class Holder: Sendable {
        let thing: Thing
        init(_ thing: Thing) { self.thing = thing }
    }

    private struct Failure: Error {}

    private struct Unhashable: Sendable {}

    private static let byArgument: [Scope] = [.cached, .singleton, .shared, .container]

    /// A container with a thing that each child keeps for itself.
    private static func parent(_ make: @escaping @Sendable () -> Thing = { Thing() }) -> Container {
        let container = Container()
        container.register { make() }.scope(.container)
        return container
    }

    // MARK: Held by the container that was asked

    @Test(.timeLimit(.minutes(15))) func eachChildBuildsItsOwnInstanceOnce() async throws {
        let builds = Counter()
        let parent = Self.parent {
            builds.increment()
            return Thing()
        }
        for _ in 0..<200 {
            let child = Container(parent: parent)
            let former = builds.count
            let found = try #require(await ThreadGroup.results(4) { _ in child.resolve(Thing.self) })
            #expect(Set(found.map { ObjectIdentifier($0) }).count == 1)
            #expect(builds.count == former + 1)
            #expect(found[0] !== parent.resolve(Thing.self))
        }
    }

    @Test func decoratorOfTheChildThatCameAfterTheLookUpIsApplied() throws {
        let child = Container(parent: Self.parent())
        let lookup = child.lookUp(Signature(ObjectIdentifier(Thing.self)), name: nil)
        guard case .keep(let entry) = lookup.shortcut else {
            Issue.record("no shortcut")
            return
        }
        child.decorate(Thing.self) { _, _ in Thing(1) }
        #expect(child.beginKeeping(entry, lookup.record, at: nil) == nil)
        #expect(child.resolve(Thing.self).number == 1)
    }

    @Test func decoratorOfTheChildIsAppliedToItsInstanceAlone() {
        let parent = Self.parent()
        let (plain, decorated) = (Container(parent: parent), Container(parent: parent))
        decorated.decorate(Thing.self) { _, _ in Thing(1) }
        #expect(decorated.resolve(Thing.self).number == 1)
        #expect(plain.resolve(Thing.self).number == 0)
    }

    @Test func currentContainerOfTheFactoryIsTheOneThatWasAsked() {
        let parent = Self.parent { Thing(Container.current.optional(Int.self) ?? 0) }
        parent.register { 1 }
        let child = Container(parent: parent)
        child.register { 2 }
        #expect(child.resolve(Thing.self).number == 2)
    }

    @Test func resetOfTheChildDropsItsInstance() {
        let parent = Self.parent()
        let child = Container(parent: parent)
        let (first, ofParent) = (child.resolve(Thing.self), parent.resolve(Thing.self))
        child.reset(.container)
        #expect(child.resolve(Thing.self) !== first)
        #expect(parent.resolve(Thing.self) === ofParent)
    }

    @Test func instanceThatIsBuiltDuringAResetIsNotKept() {
        let parent = Self.parent { Thing() }
        let child = Container(parent: parent)
        _ = child.beginReset(.container)
        let first = child.resolve(Thing.self)
        child.endReset(.container)
        #expect(child.resolve(Thing.self) !== first)
    }

    @Test func closedContainersRefuse() async throws {
        let parent = Self.parent()
        let (child, other) = (Container(parent: parent), Container(parent: parent))
        try await child.shutdown()
        #expect(throws: ResolutionError.self) { try child.tryResolve(Thing.self) }
        try await parent.shutdown()
        let error = #expect(throws: ResolutionError.self) { try other.tryResolve(Thing.self) }
        #expect(error?.code == .containerClosed)
    }

    // MARK: Held weakly

    @Test(.timeLimit(.minutes(15))) func dyingInstanceIsBuiltOnceForAllThatHoldIt() async throws {
        let (container, living) = (Container(), Counter())
        container.register { CountedObject(living) }.scope(.shared)
        for _ in 0..<500 {
            let held = try #require(await ThreadGroup.results(4) { _ in container.resolve(CountedObject.self) })
            #expect(Set(held.map { ObjectIdentifier($0) }).count == 1)
        }
        #expect(await living.returnsToZero)
    }

    @Test func livingInstanceIsADependencyOfTheKeptOneThatIsBuilt() {
        let (container, shortcuts) = (Container(), Journal<Bool>())
        container.register { Thing() }.scope(.shared)
        container.register { services in
            let lookup = container.lookUp(Signature(ObjectIdentifier(Thing.self)), name: nil)
            lookup.cancel()
            if case .indirect(.lookUpAgain) = lookup.shortcut { shortcuts.note(true) }
            return Holder(services.resolve())
        }
        .scope(.singleton)
        let thing: Thing = container.resolve()
        #expect(container.resolve(Holder.self).thing === thing)
        #expect(shortcuts.entries == [true])
        #expect(container.explain(Holder.self).contains("Dependencies: 'Thing'."))
    }

    @Test func structIsRefusedOnTheWholePath() {
        let container = Container()
        container.register { Unhashable() }.scope(.shared)
        container.register { services -> Thing in
            _ = try services.tryResolve(Unhashable.self)
            return Thing()
        }
        .scope(.shared)
        for _ in 0..<2 {
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self) }
            #expect(error?.code == .scopeRequiresReference)
            #expect(error?.steps == ["Thing", "Unhashable"])
        }
    }

    @Test func nilIsNotKept() {
        let (container, builds) = (Container(), Counter())
        container.register { () -> Thing? in builds.increment() < 3 ? nil : Thing() }.scope(.shared)
        for _ in 0..<2 { #expect(container.resolve(Thing?.self) == nil) }
        let thing = container.resolve(Thing?.self)
        #expect(thing != nil)
        #expect(container.resolve(Thing?.self) === thing)
        #expect(builds.count == 3)
    }

    @Test(.timeLimit(.minutes(15))) func ownerKeepsNoInstanceOfAChildWhenTheScopeChanges() async throws {
        for _ in 0..<2_000 {
            let parent = Container()
            let child = Container(parent: parent)
            let registration =
                parent.register { (services: Resolver, _: Int) in
                    Thing(services.container === child ? 1 : 0)
                }
                .scope(.container)
            _ = child.resolve(Thing.self, arguments: -1)
            let isChanged = try #require(
                await ThreadGroup.results(2) { thread in
                    guard thread == 0 else { return (0..<30).map { child.resolve(Thing.self, arguments: $0) }.isEmpty }
                    _ = registration.scope(.cached)
                    return true
                }
            )
            #expect(isChanged == [true, false])
            #expect((0..<30).allSatisfy { parent.resolve(Thing.self, arguments: $0).number == 0 })
        }
    }

    // MARK: Asked for by a task

    @Test(arguments: [Scope.cached, .singleton, .shared, .container, .graph])
    func synchronousFactoryIsCalledWithoutTheSlowPath(scope: Scope) async throws {
        let (container, builds) = (Container(), Counter())
        container.register { () -> Thing in
            builds.increment()
            return Thing()
        }
        .scope(scope)
        #expect(try container.takesShortWay(to: Thing.self))
        let first = try await container.resolveAsync(Thing.self)
        let second = try await container.resolveAsync(Thing.self)
        #expect((first === second) == (scope != .graph))
        #expect(builds.count == (scope == .graph ? 2 : 1))
    }

    @Test func livingAndDyingInstancesAreFound() async throws {
        let (container, living) = (Container(), Counter())
        container.register { CountedObject(living) }.scope(.shared)
        for _ in 0..<3 {
            let held = try await container.resolveAsync(CountedObject.self)
            #expect(try await container.resolveAsync(CountedObject.self) === held)
            #expect(living.count == 1)
        }
        #expect(await living.returnsToZero)
    }

    @Test func dyingInstanceIsBuiltWithoutTheSlowPath() throws {
        let container = Container()
        container.register { Thing() }.scope(.shared)
        _ = container.resolve(Thing.self)
        #expect(try container.takesShortWay(to: Thing.self))
    }

    @Test func asyncTargetOfAnAliasIsAwaited() async throws {
        let container = Container()
        container.registerAsync { Thing(1) }.scope(.cached).implements((any AnyObject & Sendable).self)
        let found = try await container.resolveAsync((any AnyObject & Sendable).self)
        #expect(try await container.resolveAsync(Thing.self) === found)
    }

    // MARK: Held by arguments

    @Test(.timeLimit(.minutes(15)), arguments: byArgument)
    func instanceIsBuiltOnceForEachArgument(scope: Scope) async throws {
        let (container, builds) = (Container(), Counter())
        container.register { (_: Resolver, number: Int) -> Thing in
            builds.increment()
            return Thing(number)
        }
        .scope(scope)
        var held: [Thing] = []
        for number in 1...200 {
            let found = try #require(
                await ThreadGroup.results(4) { _ in container.resolve(Thing.self, arguments: number) }
            )
            #expect(found.allSatisfy { $0 === found[0] && $0.number == number })
            #expect(builds.count == number)
            held.append(found[0])
        }
        #expect(container.resolve(Thing.self, arguments: 1) === held[0])
    }

    @Test(arguments: byArgument) func failureNamesTheArgumentsAndFreesTheSlot(scope: Scope) throws {
        let container = Container()
        container.register { (_: Resolver, number: Int) throws -> Thing in throw Failure() }.scope(scope)
        container.register { services in Holder(try services.tryResolve(arguments: 1)) }.scope(.singleton)
        for _ in 0..<2 {
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Holder.self) }
            #expect(error?.steps == ["Holder", "Thing(Int)"])
            #expect(error?.underlying is Failure)
        }
    }

    @Test(arguments: byArgument) func instanceIsADependencyOfTheKeptOneThatIsBuilt(scope: Scope) {
        let container = Container()
        container.register { (_: Resolver, number: Int) in Thing(number) }.scope(scope)
        container.register { services in Holder(services.resolve(arguments: 1)) }.scope(.singleton)
        let thing = container.resolve(Thing.self, arguments: 1)
        #expect(container.resolve(Holder.self).thing === thing)
        #expect(container.explain(Holder.self).contains("Dependencies: 'Thing(Int)'."))
    }

    @Test(arguments: byArgument) func shortcutBuildsForArguments(scope: Scope) {
        let container = Container()
        container.register { (_: Resolver, number: Int) in Thing(number) }.scope(scope)
        let entries = container.ownEntries(of: Thing.self)
        #expect(entries.map { $0.plan.load(ordering: .relaxed) } == [.keepKeyed])
    }

    /// The user's `hash(into:)` is called between the look-up and the build.
    @Test func decoratorThatComesWhileArgumentsAreHashedIsApplied() {
        let (parent, hashes) = (Container(), Counter())
        parent.register { (_: Resolver, _: Hashed) in Thing() }.scope(.container)
        let child = Container(parent: parent)
        let argument = Hashed {
            guard hashes.increment() == 1 else { return }
            child.decorate(Thing.self) { _, _ in Thing(1) }
        }
        #expect(child.resolve(Thing.self, arguments: argument).number == 1)
    }

    /// An argument whose `hash(into:)` calls a closure.
    private struct Hashed: Hashable, Sendable {
        let onHash: @Sendable () -> Void

        static func == (_: Self, _: Self) -> Bool { true }

        func hash(into hasher: inout Hasher) {
            onHash()
            hasher.combine(0)
        }
    }

    @Test(arguments: byArgument) func serviceThatNeedsItselfIsACircle(scope: Scope) {
        let container = Container()
        container.register { (services: Resolver, number: Int) throws -> Thing in
            Thing(try services.tryResolve(Thing.self, arguments: number == 0 ? 0 : number - 1).number)
        }
        .scope(scope)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self, arguments: 2) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Thing(Int)", "Thing(Int)", "Thing(Int)", "Thing(Int)"])
    }
}
