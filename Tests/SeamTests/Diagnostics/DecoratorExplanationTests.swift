import Seam
import TestKit
import Testing

/// Explanations of services and aliases that are decorated.
struct DecoratorExplanationTests {
    private protocol Payments {}
    private struct Card: Payments {}

    @Test func decoratorsAreNamedInTheirOrder() {
        let top = Container()
        top.decorate(Int.self, fileID: "Shop/A.swift", line: 5) { number, _ in number }
        let parent = Container(parent: top)
        parent.decorate(Int.self, fileID: "Shop/M.swift", line: 6) { number, _ in number }
        let child = Container(parent: parent)
        child.decorate(Int.self, fileID: "Shop/T.swift", line: 7) { number, _ in number }
        top.register { 1 }
            .decorate(fileID: "Shop/A.swift", line: 1) { number, _ in number }
            .decorate(fileID: "Shop/A.swift", line: 2) { number, _ in number }
        #expect(
            child.explain(Int.self)
                .contains(
                    "Decorators, the innermost first: Shop/A.swift:1 (of the registration), Shop/A.swift:2 "
                        + "(of the registration), Shop/A.swift:5 (of a parent, 2 levels above), Shop/M.swift:6 "
                        + "(of a parent), Shop/T.swift:7 (of this container)."
                )
        )
    }

    @Test func decoratorThatDoesNotReachAKeptInstanceIsNotNamed() {
        let parent = Container()
        parent.register { 1 }.scope(.singleton)
        let child = Container(parent: parent)
        child.decorate(Int.self) { number, _ in number }
        #expect(!child.explain(Int.self).contains("Decorators"))
    }

    @Test func decoratorsOfATargetComeBeforeThoseOfItsAlias() {
        let container = Container()
        container.register { Card() }.implements((any Payments).self)
            .decorate(fileID: "Shop/M.swift", line: 1) { card, _ in card }
        container.decorate((any Payments).self, fileID: "Shop/M.swift", line: 3) { payments, _ in payments }
        container.decorate(Card.self, fileID: "Shop/M.swift", line: 2) { card, _ in card }
        #expect(
            container.explain((any Payments).self)
                .contains(
                    "Decorators, the innermost first: Shop/M.swift:1 (of the registration), Shop/M.swift:2 "
                        + "(of this container), Shop/M.swift:3 (of this container)."
                )
        )
    }

    @Test func decoratorOfAnOverrideIsNamedOnce() {
        let parent = Container()
        parent.register { 1 }
        let text = withContainer(Container(parent: parent)) {
            withOverrides {
                $0.decorate(Int.self, fileID: "Shop/T.swift", line: 7) { number, _ in number }
            } operation: {
                Container.current.explain(Int.self)
            }
        }
        #expect(text.contains("Decorators: Shop/T.swift:7 (of this container)."))
    }

    @Test func decoratorHasThePlaceOfItsCall() {
        let container = Container()
        container.register { 1 }
            .decorate { number, _ in number }
        let line = #line - 1
        container.decorate(Int.self) { number, _ in number }
        #expect(
            container.explain(Int.self)
                .contains(
                    "SeamTests/DecoratorExplanationTests.swift:\(line) (of the registration), "
                        + "SeamTests/DecoratorExplanationTests.swift:\(line + 2) (of this container)"
                )
        )
    }

    /// The decorators of an alias make an instance of its own, which another service may be part of.
    @Test func instanceAndDependenciesOfADecoratedAliasAreItsOwn() {
        let container = Container()
        container.register { Card() }.scope(.singleton).implements((any Payments).self)
        container.register { 1 }.scope(.cached)
        container.decorate((any Payments).self) { payments, services in
            _ = try services.tryResolve(Int.self)
            return payments
        }
        _ = container.resolve(Card.self)
        #expect(container.explain((any Payments).self).contains("no instance is kept"))
        _ = container.resolve((any Payments).self)
        let text = container.explain((any Payments).self)
        #expect(text.contains("an instance is kept"))
        #expect(text.contains("Dependencies: 'Int'."))
        #expect(!container.explain(Card.self).contains("Dependencies"))
    }

    @Test func aliasOfADecoratedAliasSharesItsInstance() {
        let container = Container()
        container.register((any Payments).self) { Card() }.implements(Any.self) { $0 }
        container.register { Card() }.scope(.singleton).implements((any Payments).self)
        container.decorate((any Payments).self) { payments, _ in payments }
        _ = container.resolve(Card.self)
        #expect(container.explain(Any.self).contains("no instance is kept"))
        _ = container.resolve(Any.self)
        #expect(container.explain(Any.self).contains("an instance is kept"))
    }

    @Test func decoratorOfAnAliasMayBringOnlyTheAliasToTheMainActor() {
        let container = Container()
        container.register { Card() }.implements((any Payments).self)
        container.decorateOnMainActor((any Payments).self) { payments, _ in payments }
        #expect(container.explain((any Payments).self).contains("It is built on the main actor."))
        #expect(!container.explain(Card.self).contains("main actor"))
    }

    @Test func decoratorOfAContainerMayBringAServiceAndItsAliasesToTheMainActor() {
        let container = Container()
        container.register { Card() }.implements(Any.self) { $0 }
        container.decorateOnMainActor(Card.self) { card, _ in card }
        #expect(container.explain(Card.self).contains("It is built on the main actor."))
        #expect(container.explain(Any.self).contains("It is built on the main actor."))
    }

    @MainActor @Test func decoratorsOfTheMainActorAreNamed() {
        let container = Container()
        container.register { 1 }.decorateOnMainActor(fileID: "Shop/M.swift", line: 1) { number, _ in number }
        container.decorateOnMainActor(Int.self, fileID: "Shop/M.swift", line: 2) { number, _ in number }
        #expect(container.explain(Int.self).contains("Shop/M.swift:1 (of the registration), Shop/M.swift:2 (of this"))
    }
}
