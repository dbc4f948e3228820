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

    @Test func reasonsAreNamed() {
        let top = Container()
        top.register(fileID: "Shop/A.swift", line: 1) { 1 }
        let parent = Container(parent: top)
        parent.register(fileID: "Shop/M.swift", line: 2) { 2 }
        parent.register(fileID: "Shop/M.swift", line: 3) { 3 }
        parent.register(when: .argument("-mock"), fileID: "Shop/M.swift", line: 4) { 4 }
        parent.register(name: "eu", when: .when(false), fileID: "Shop/M.swift", line: 5) { 5 }
        #expect(
            Container(parent: parent).explain(Int.self) == """
                'Int' is resolved by the registration at Shop/M.swift:3.
                  It comes from a parent.
                  It replaces the one at Shop/M.swift:2.
                  It hides the one of a parent at Shop/A.swift:1.
                  The one at Shop/M.swift:4 was skipped: its condition `.argument("-mock")` was false.
                  Scope: unique.
                """
        )
    }

    @Test func distantParentIsNamedByItsLevel() {
        let top = Container()
        top.register { 1 }
        let child = Container(parent: Container(parent: top))
        #expect(child.explain(Int.self).contains("It comes from a parent, 2 levels above."))
        #expect(!top.explain(Int.self).contains("It comes from"))
    }

    @Test func overrideNamesTheRegistrationThatItReplaces() {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 1) { 1 }
        let text = withContainer(container) {
            withOverrides {
                $0.register(fileID: "Shop/Tests.swift", line: 2) { 2 }
            } operation: {
                Container.current.explain(Int.self)
            }
        }
        #expect(
            text == """
                'Int' is resolved by the registration at Shop/Tests.swift:2.
                  It replaces the one at Shop/M.swift:1.
                  Scope: unique.
                """
        )
        #expect(!container.explain(Int.self).contains("replaces"))
    }

    @Test func copyKnowsWhatItsRegistrationsReplacedAndSkipped() {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 1) { 1 }
        container.register(fileID: "Shop/M.swift", line: 2) { 2 }
        container.register(when: .ifAbsent, fileID: "Shop/M.swift", line: 3) { 3 }
        let text = container.explain(Int.self)
        #expect(text.contains("It replaces the one at Shop/M.swift:1."))
        #expect(text.contains("The one at Shop/M.swift:3 was skipped: its condition `.ifAbsent` was false."))
        #expect(Container(copying: container).explain(Int.self) == text)
    }

    @Test func skippedRegistrationIsNamedForAnUnknownService() {
        let container = Container()
        container.register(when: .environment("SHOP_MOCK", "1"), fileID: "Shop/M.swift", line: 4) { Card() }
        #expect(
            container.explain(Card.self) == """
                'Card' is not registered.
                  The registration at Shop/M.swift:4 was skipped: its condition `.environment("SHOP_MOCK", "1")` was false.
                """
        )
        container.removeAll()
        #expect(container.explain(Card.self) == "'Card' is not registered.")
    }

    @Test func skippedRegistrationsAreRememberedInBoundedNumber() {
        let container = Container()
        container.register { 1 }
        for line in 0..<100 as Range<UInt> {
            container.register(when: .ifAbsent, fileID: "Shop/M.swift", line: line % 10) { 2 }
        }
        #expect(container.explain(Int.self).split(separator: "was skipped").count - 1 == 4)
    }
}
