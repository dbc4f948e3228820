import Seam
import TestKit
import Testing

/// The container in which a child finds its services, and the registrations that build them.
struct ParentTests {
    private func report(_ container: Container) {
        container.register { (resolver: Resolver) in "report of \(resolver.resolve(Fixtures.Engine.self).label)" }
    }

    @Test func nearestRegistrationAnswers() {
        let root = Container()
        let middle = Container(parent: root)
        let child = Container(parent: middle)
        root.register { "root" }
        #expect(child.resolve(String.self) == "root")
        middle.register { "middle" }
        #expect(child.resolve(String.self) == "middle")
        child.register { "child" }
        #expect(child.resolve(String.self) == "child")
        #expect(root.resolve(String.self) == "root")
    }

    @Test func parentIsTheOneGiven() {
        let parent = Container()
        #expect(Container(parent: parent).parent === parent)
        #expect(parent.parent == nil)
    }

    @Test func childKeepsItsParentAlive() {
        var parent: Container? = Container()
        parent?.register { 1 }
        let child = Container(parent: parent)
        parent = nil
        #expect(child.resolve(Int.self) == 1)
    }

    @Test func parentDoesNotKeepItsChildren() {
        let parent = Container()
        parent.register { Fixtures.Live() }.scope(.container)
        let child = WeakReference<Container>()
        do {
            let container = Container(parent: parent)
            child.object = container
            _ = container.resolve(Fixtures.Live.self)
        }
        #expect(child.object == nil)
    }

    @Test func parentDoesNotLookIntoChildren() throws {
        let parent = Container()
        let child = Container(parent: parent)
        child.register { 1 }
        let error = try #require(throws: ResolutionError.self) { try parent.tryResolve(Int.self) }
        #expect(error.code == .notRegistered)
    }

    @Test(arguments: [Scope].keptByOwner)
    func keptServiceIsBuiltWithTheOwnersRegistrations(_ scope: Scope) {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) in
            Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label)
        }
        .scope(scope)
        parent.register { Fixtures.Engine("parent") }
        child.register { Fixtures.Engine("child") }
        let kept: Fixtures.Live = child.resolve()
        #expect(kept.label == "parent")
        #expect(kept === parent.resolve(Fixtures.Live.self))
        #expect(kept === Container(parent: child).resolve(Fixtures.Live.self))
    }

    @Test(arguments: [Scope].notKeeping + [.container])
    func serviceThatItsOwnerDoesNotKeepIsBuiltThroughTheAskedContainer(_ scope: Scope) {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) in
            Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label)
        }
        .scope(scope)
        parent.register { Fixtures.Engine("parent") }
        child.register { Fixtures.Engine("child") }
        #expect(child.resolve(Fixtures.Live.self).label == "child")
        #expect(parent.resolve(Fixtures.Live.self).label == "parent")
    }

    @Test func uniqueServiceInsideAKeptOneIsBuiltWithTheOwnersRegistrations() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) in Fixtures.Live(resolver.resolve(String.self)) }.scope(.singleton)
        report(parent)
        parent.register { Fixtures.Engine("parent") }
        child.register { Fixtures.Engine("child") }
        #expect(child.resolve(Fixtures.Live.self).label == "report of parent")
        #expect(child.resolve(String.self) == "report of child")
    }

    @Test func keptServiceWithADependencyOfTheChildAloneFails() throws {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(.singleton)
        child.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine("child") }
        let error = try #require(throws: ResolutionError.self) { try child.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["Live", "Engine"])
        #expect(
            error.description.contains(
                "Another container has it, at Shop/Modules.swift:8; a container looks only into those above it."
            )
        )
    }

    @Test func resolverKnowsTheBuildingContainer() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) in ObjectIdentifier(resolver.container) }
        parent.register(name: "kept") { (resolver: Resolver) in ObjectIdentifier(resolver.container) }
            .scope(.singleton)
        #expect(child.resolve(ObjectIdentifier.self) == ObjectIdentifier(child))
        #expect(child.resolve(ObjectIdentifier.self, name: "kept") == ObjectIdentifier(parent))
    }

    @Test func resolverMayBeKeptByAClosure() {
        let container = Container()
        container.register { Fixtures.Engine("v8") }
        container.register { (resolver: Resolver) -> @Sendable () -> String in
            { resolver.resolve(Fixtures.Engine.self).label }
        }
        let label = container.resolve((@Sendable () -> String).self)
        #expect(label() == "v8")
    }
}
