import Seam
import TestKit
import Testing

/// `Container(copying:)`.
struct CopyingTests {
    @Test func copyHasTheSameRegistrations() {
        let container = Container()
        container.register { 1 }
        container.register(name: "eu") { 2 }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        let copy = Container(copying: container)
        #expect(copy.resolve(Int.self) == 1)
        #expect(copy.resolve(Int.self, name: "eu") == 2)
        #expect(copy.resolve(Fixtures.User.self, arguments: 3).id == 3)
        #expect(copy.resolve((any Fixtures.Service).self).label == "live")
    }

    @Test func copyHasContributionsInTheirOrder() {
        let container = Container()
        container.contribute { 1 }
        container.register(name: "eu") { 2 }
        container.contribute { 3 }
        container.register { 4 }
        let copy = Container(copying: container)
        copy.contribute { 5 }
        #expect(copy.all(Int.self) == [1, 2, 3, 4, 5])
        #expect(container.all(Int.self) == [1, 2, 3, 4])
    }

    @Test(arguments: [Scope].keepingOrShared)
    func copyHasNoInstances(_ scope: Scope) {
        let container = Container()
        container.register { Fixtures.Live() }.scope(scope)
        let original: Fixtures.Live = container.resolve()
        let copy = Container(copying: container)
        let copied: Fixtures.Live = copy.resolve()
        #expect(copied !== original)
        #expect(copied === copy.resolve(Fixtures.Live.self))
        #expect(original === container.resolve(Fixtures.Live.self))
    }

    @Test func copyHasDecoratorsOfBothKinds() {
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
            .decorate { service, _ in Fixtures.Wrapper(service, "own") }
        container.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service, "container") }
        let copy = Container(copying: container)
        #expect(copy.resolve((any Fixtures.Service).self).label == "container(own(live))")
    }

    @Test func copyHasHooks() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.onCreate { _, _ in count.increment() }
        _ = Container(copying: container).resolve(Fixtures.Live.self)
        #expect(count.count == 1)
    }

    @Test func copyHasTheDefaultScope() {
        #expect(Container(copying: Container(defaultScope: .graph)).defaultScope == .graph)
    }

    @Test func copyCopiesItsAncestors() {
        let root = Container()
        let child = Container(parent: Container(parent: root))
        root.register { Fixtures.Live() }.scope(.singleton)
        let original: Fixtures.Live = child.resolve()
        let copy = Container(copying: child)
        #expect(copy.parent != nil && copy.parent !== child.parent)
        #expect(copy.parent?.parent != nil && copy.parent?.parent !== root)
        #expect(copy.parent?.parent?.parent == nil)
        #expect(copy.resolve(Fixtures.Live.self) !== original)
        #expect(copy.resolve(Fixtures.Live.self) === copy.parent?.parent?.resolve(Fixtures.Live.self))
    }

    @Test func laterChangesOfTheCopyAndTheOriginalStayApart() {
        let container = Container()
        let registration = container.register { Fixtures.Live("first") }
        let copy = Container(copying: container)
        copy.register { 1 }
        container.register { "late" }
        registration.scope(.singleton).decorate { _, _ in Fixtures.Live("decorated") }
        #expect(container.optional(Int.self) == nil)
        #expect(copy.optional(String.self) == nil)
        #expect(copy.resolve(Fixtures.Live.self).label == "first")
        #expect(copy.resolve(Fixtures.Live.self) !== copy.resolve(Fixtures.Live.self))
        copy.register { Fixtures.Live("copy") }
        #expect(container.resolve(Fixtures.Live.self).label == "decorated")
    }

    @Test func aliasLeadsToTheTargetOfTheCopy() {
        let container = Container()
        container.register { Fixtures.Live("original") }.implements((any Fixtures.Service).self)
        let copy = Container(copying: container)
        copy.register { Fixtures.Live("copy") }
        #expect(copy.resolve((any Fixtures.Service).self).label == "copy")
        #expect(container.resolve((any Fixtures.Service).self).label == "original")
    }

    @Test func copyBuildsWithItsOwnRegistrations() {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label)
        }
        .scope(.singleton)
        container.register { Fixtures.Engine("original") }
        let copy = Container(copying: container)
        copy.register { Fixtures.Engine("copy") }
        #expect(copy.resolve(Fixtures.Live.self).label == "copy")
        #expect(container.resolve(Fixtures.Live.self).label == "original")
    }

    @Test func copyDoesNotKeepTheOriginalAlive() {
        let original = WeakReference<Container>()
        let copy: Container
        do {
            let container = Container()
            container.register { 1 }
            original.object = container
            copy = Container(copying: container)
        }
        #expect(original.object == nil)
        #expect(copy.resolve(Int.self) == 1)
    }

    @Test func placesOfRegistrationsAreCopied() throws {
        let container = Container()
        container.register(name: "eu", fileID: "Shop/Modules.swift", line: 8) { 1 }
        let error = try #require(throws: ResolutionError.self) {
            try Container(copying: container).tryResolve(Int.self)
        }
        #expect(error.description.contains("\"eu\" (Shop/Modules.swift:8)"))
    }
}
