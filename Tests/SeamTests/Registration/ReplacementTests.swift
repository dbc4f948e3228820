import Seam
import TestKit
import Testing

/// Registering a key again.
struct ReplacementTests {
    @Test func latestRegistrationWins() {
        let container = Container()
        container.register { 1 }
        container.register { 2 }
        #expect(container.resolve(Int.self) == 2)
    }

    @Test(arguments: [Scope].keeping)
    func replacementDropsTheKeptInstanceAtOnce(_ scope: Scope) {
        let container = Container()
        container.register { Fixtures.Live("old") }.scope(scope)
        let old = WeakReference(container.resolve(Fixtures.Live.self))
        #expect(old.object != nil)
        container.register { Fixtures.Live("new") }
        #expect(old.object == nil)
        #expect(container.resolve(Fixtures.Live.self).label == "new")
    }

    @Test func replacementDropsTheInstancesOfAllArguments() {
        let container = Container()
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }.scope(.cached)
        let old = (0..<3).map { WeakReference(container.resolve(Fixtures.User.self, arguments: $0)) }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id, name: "new") }
        #expect(old.allSatisfy { $0.object == nil })
        #expect(container.resolve(Fixtures.User.self, arguments: 1).name == "new")
    }

    @Test func replacementLeavesOtherKeysOfTheTypeAlone() {
        let container = Container()
        container.register { Fixtures.Live("plain") }.scope(.singleton)
        container.register(name: "eu") { Fixtures.Live("eu") }.scope(.singleton)
        container.register { (_: Resolver, label: String) in Fixtures.Live(label) }.scope(.singleton)
        let named = container.resolve(Fixtures.Live.self, name: "eu")
        let argued = container.resolve(Fixtures.Live.self, arguments: "a")
        container.register { Fixtures.Live("new") }
        #expect(container.resolve(Fixtures.Live.self, name: "eu") === named)
        #expect(container.resolve(Fixtures.Live.self, arguments: "a") === argued)
    }

    @Test func replacementStartsWithTheDefaultScopeAgain() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
        container.register { Fixtures.Live() }
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
    }

    @Test func replacementDuringABuildLeavesTheOldInstanceToItsRequestAlone() {
        let container = Container()
        container.register { (resolver: Resolver) in
            resolver.container.register { Fixtures.Live("new") }.scope(.singleton)
            return Fixtures.Live("old")
        }
        .scope(.singleton)
        #expect(container.resolve(Fixtures.Live.self).label == "old")
        #expect(container.resolve(Fixtures.Live.self).label == "new")
    }

    @Test func replacementInAChildLeavesTheParentAlone() {
        let parent = Container()
        parent.register { Fixtures.Live("parent") }.scope(.singleton)
        let kept = parent.resolve(Fixtures.Live.self)
        let child = Container(parent: parent)
        child.register { Fixtures.Live("child") }
        #expect(parent.resolve(Fixtures.Live.self) === kept)
        #expect(child.resolve(Fixtures.Live.self).label == "child")
    }

    @Test func manyKeysComeAndGo() {
        let container = Container()
        for round in 0..<3 {
            for index in 0..<500 { container.register(name: ServiceName("\(index)")) { round * 1000 + index } }
            #expect(
                (0..<500).allSatisfy { container.resolve(Int.self, name: ServiceName("\($0)")) == round * 1000 + $0 }
            )
            for index in 0..<500 { container.unregister(Int.self, name: ServiceName("\(index)")) }
            #expect((0..<500).allSatisfy { container.optional(Int.self, name: ServiceName("\($0)")) == nil })
        }
    }
}
