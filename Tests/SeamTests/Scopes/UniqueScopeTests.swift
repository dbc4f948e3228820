import Seam
import TestKit
import Testing

struct UniqueScopeTests {
    private final class Engine: Sendable {}

    @Test func everyRequestGetsAnInstanceOfItsOwn() {
        let container = Container()
        container.register { Engine() }.scope(.unique)
        #expect(container.resolve(Engine.self) !== container.resolve(Engine.self))
    }

    @Test func uniqueScopeIsTheDefault() {
        #expect(Container().defaultScope == .unique)
    }

    @Test func registrationWithoutScopeTakesTheDefaultScopeOfItsContainer() {
        let container = Container(defaultScope: .singleton)
        container.register { Engine() }
        #expect(container.resolve(Engine.self) === container.resolve(Engine.self))
    }

    @Test func defaultScopeIsReadWhenTheRegistrationIsMade() {
        let container = Container()
        container.register(name: "before") { Engine() }
        container.defaultScope = .singleton
        container.register(name: "after") { Engine() }
        container.defaultScope = .unique
        #expect(container.resolve(Engine.self, name: "before") !== container.resolve(Engine.self, name: "before"))
        #expect(container.resolve(Engine.self, name: "after") === container.resolve(Engine.self, name: "after"))
    }

    @Test func instanceIsBuiltWithTheRegistrationsOfTheContainerThatWasAsked() {
        let parent = Container()
        parent.register { 1 }
        parent.register(String.self) { r in "\(r.resolve(Int.self))" }
        let child = Container(parent: parent)
        child.register { 2 }
        #expect(child.resolve(String.self) == "2")
        #expect(parent.resolve(String.self) == "1")
    }

    @Test func instanceIsNotKept() {
        let container = Container()
        container.register { Engine() }
        let engine = WeakReference(container.resolve(Engine.self))
        #expect(engine.object == nil)
    }
}
