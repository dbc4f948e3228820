import Seam
import TestKit
import Testing

/// `reset` and `removeAll`.
struct ResetTests {
    @Test(arguments: [Scope].keepingOrShared)
    func resetDropsEveryScopeWithoutAnArgument(_ scope: Scope) {
        let container = Container()
        container.register { Fixtures.Live() }.scope(scope)
        let first: Fixtures.Live = container.resolve()
        container.reset()
        #expect(container.resolve(Fixtures.Live.self) !== first)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func resetDropsTheScopeThatIsGiven(_ scope: Scope) {
        let container = Container()
        container.register { Fixtures.Live() }.scope(scope)
        let first: Fixtures.Live = container.resolve()
        container.reset(scope)
        #expect(container.resolve(Fixtures.Live.self) !== first)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func resetLeavesOtherScopes(_ scope: Scope) {
        let container = Container()
        container.register { Fixtures.Live() }.scope(scope)
        let first: Fixtures.Live = container.resolve()
        container.reset(.cached("other"))
        container.reset(.unique)
        container.reset(.graph)
        #expect(container.resolve(Fixtures.Live.self) === first)
    }

    /// A reset that finds no instance forgets the registration until the next build.
    @Test(arguments: [Scope].keepingOrShared, [1, 2, 3])
    func resetDropsAnInstanceThatIsBuiltAfterIdleResets(_ scope: Scope, idleResets: Int) {
        let container = Container()
        container.register { Fixtures.Live() }.scope(scope)
        for _ in 0..<3 {
            let first: Fixtures.Live = container.resolve()
            for _ in 0..<idleResets { container.reset(scope) }
            let second: Fixtures.Live = container.resolve()
            #expect(second !== first)
            container.reset()
            #expect(container.resolve(Fixtures.Live.self) !== second)
        }
    }

    @Test func resetDropsADecoratedAliasThatIsBuiltAfterIdleResets() throws {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.cached).implements((any Fixtures.Service).self)
        container.decorate((any Fixtures.Service).self) { _, _ in Fixtures.Live() }
        for _ in 0..<3 {
            let kept = WeakReference(try #require(container.resolve((any Fixtures.Service).self) as? Fixtures.Live))
            #expect(kept.object != nil)
            for _ in 0..<3 { container.reset(.cached) }
            #expect(kept.object == nil)
        }
    }

    @Test func resetReleasesBeforeItReturns() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.cached)
        let kept = WeakReference(container.resolve(Fixtures.Live.self))
        #expect(kept.object != nil)
        container.reset(.cached)
        #expect(kept.object == nil)
    }

    @Test func resetDropsInstancesOfAllArguments() {
        let container = Container()
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }.scope(.cached)
        let first = (0..<3).map { container.resolve(Fixtures.User.self, arguments: $0) }
        container.reset()
        #expect((0..<3).allSatisfy { container.resolve(Fixtures.User.self, arguments: $0) !== first[$0] })
    }

    @Test func resetKeepsTheRegistrations() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.cached).implements((any Fixtures.Service).self)
        container.reset()
        #expect(container.resolve((any Fixtures.Service).self).label == "live")
    }

    @Test func resetLeavesParentsAndChildren() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { Fixtures.Live() }.scope(.cached)
        child.register { Fixtures.Engine() }.scope(.cached)
        let live: Fixtures.Live = parent.resolve()
        let engine: Fixtures.Engine = child.resolve()
        child.reset()
        #expect(parent.resolve(Fixtures.Live.self) === live)
        let second: Fixtures.Engine = child.resolve()
        #expect(second !== engine)
        parent.reset()
        #expect(child.resolve(Fixtures.Engine.self) === second)
    }

    @Test func resetDuringABuildLeavesTheInstanceToItsRequestAlone() {
        let container = Container()
        container.register { (resolver: Resolver) in
            resolver.container.reset()
            return Fixtures.Live()
        }
        .scope(.singleton)
        let first: Fixtures.Live = container.resolve()
        #expect(container.resolve(Fixtures.Live.self) !== first)
    }

    @Test func removeAllRemovesEverything() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton).implements((any Fixtures.Service).self)
        container.register(name: "eu") { 1 }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.contribute { "word" }
        container.decorate(Double.self) { $0 + $1.resolve(Double.self, name: "plus") }
        let kept = WeakReference(container.resolve(Fixtures.Live.self))
        #expect(kept.isReleased { container.removeAll() })
        #expect(!container.isRegistered(Fixtures.Live.self))
        #expect(!container.isRegistered((any Fixtures.Service).self))
        #expect(!container.isRegistered(Int.self, name: "eu"))
        #expect(!container.isRegistered(Fixtures.User.self))
        #expect(container.all(String.self).isEmpty)
        container.register { 1.5 }
        #expect(container.resolve(Double.self) == 1.5)
    }

    @Test func removeAllTakesValuesToo() {
        let container = Container()
        container.register(value: Fixtures.Engine())
        let kept = WeakReference(container.resolve(Fixtures.Engine.self))
        #expect(kept.isReleased { container.removeAll() })
        #expect(container.optional(Fixtures.Engine.self) == nil)
    }

    @Test func removeAllLeavesTheParent() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { 1 }
        child.register { 2 }
        child.removeAll()
        #expect(child.resolve(Int.self) == 1)
    }

    @Test func removeAllLeavesAnUsableContainer() {
        let container = Container(defaultScope: .singleton)
        container.register { Fixtures.Live("old") }
        container.removeAll()
        container.register { Fixtures.Live("new") }
        let live: Fixtures.Live = container.resolve()
        #expect(live.label == "new")
        #expect(live === container.resolve(Fixtures.Live.self))
    }

    /// It runs when all instances are dropped, so it finds none of them.
    @Test func deinitOfADroppedInstanceBuildsWhatIsKept() {
        let (container, made) = (Container(), Counter())
        container.register { () -> Fixtures.Live in
            made.increment()
            return Fixtures.Live()
        }
        .scope(.singleton)
        container.register { [unowned container] in DeinitAction { _ = container.resolve(Fixtures.Live.self) } }
            .scope(.singleton)
        _ = container.resolve(DeinitAction.self)
        let former = container.resolve(Fixtures.Live.self)
        container.reset()
        #expect(made.count == 2)
        #expect(container.resolve(Fixtures.Live.self) !== former)
        #expect(made.count == 2)
    }
}
