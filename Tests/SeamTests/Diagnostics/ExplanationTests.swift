import Seam
import Testing

/// Explanations of how a key would be resolved.
struct ExplanationTests {
    private protocol Payments {}
    private struct Card: Payments {}

    @Test func anUnknownServiceIsSaidToBe() {
        let container = Container()
        container.register(name: "us", fileID: "Shop/M.swift", line: 9) { Card() }
        #expect(
            container.explain(Card.self, name: "eu") == """
                'Card' named "eu" is not registered.
                  Registered for this type: "us" (Shop/M.swift:9).
                """
        )
    }

    @Test func aRegistrationIsExplained() {
        let parent = Container()
        parent.register(fileID: "Shop/M.swift", line: 1) { Card() }.scope(.singleton).implements((any Payments).self)
            .decorate { card, _ in card }
            .onDispose { _ in }
        let child = Container(parent: parent)
        #expect(
            child.explain(Card.self) == """
                'Card' is resolved by the registration at Shop/M.swift:1.
                  It comes from a parent.
                  Scope: singleton; no instance is kept.
                  Decorators: 1 of the registration, then 0 of containers.
                  Hooks: 1 onDispose.
                  Aliases: 'Payments'.
                """
        )
        _ = child.resolve(Card.self)
        #expect(child.explain(Card.self).contains("Scope: singleton; an instance is kept."))
    }

    @Test func anAliasIsExplainedByItsTarget() {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 1) { Card() }.scope(.cached).implements((any Payments).self)
        let text = container.explain((any Payments).self)
        #expect(text.contains("It is an alias of 'Card', registered at Shop/M.swift:1."))
        #expect(text.contains("Scope: cached; no instance is kept."))
    }

    @Test func dependenciesAreThoseOfTheTypesOrOfTheInstance() {
        let container = Container()
        container.register { 1 }.scope(.singleton)
        container.register { (r: Resolver) in "\(r.resolve(Int.self))" }.scope(.singleton)
        container.register(autowiring: { (text: String, _: Int?) in text.count > 0 })
        #expect(!container.explain(String.self).contains("Dependencies"))
        _ = container.resolve(String.self)
        #expect(container.explain(String.self).contains("Dependencies: 'Int'."))
        #expect(container.explain(Bool.self).contains("Dependencies: 'String', 'Optional<Int>'."))
    }

    @Test func aHiddenRegistrationIsNamed() {
        let parent = Container()
        parent.register(fileID: "Shop/M.swift", line: 1) { 1 }
        let child = Container(parent: parent)
        child.register { 2 }
        #expect(child.explain(Int.self).contains("It hides the one of a parent at Shop/M.swift:1."))
    }
}
