import Seam
import Testing

/// Explanations of services that are declared as properties.
struct DeclaredExplanationTests {
    @Test func declaredServiceIsExplained() {
        let container = Container()
        _ = container.checkout()
        container.decorate(Checkout.self, fileID: "Shop/M.swift", line: 9) { checkout, _ in checkout }
        #expect(
            container.explain(Checkout.self) == """
                'Checkout' is not registered.
                '\\.checkout' is declared at Shop/Services.swift:3.
                  Scope: singleton; an instance is kept.
                  Decorators, the innermost first: Shop/Services.swift:4 (of the declaration), \
                Shop/M.swift:9 (of this container).
                  Hooks: 1 onCreate, 1 onResolved, 1 onDispose.
                  Dependencies: '\\.ledger'.
                """
        )
    }

    @Test func factoryOfTheDeclarationIsDescribed() async throws {
        let container = Container()
        let awaited: Factory<Ledger> = container.async { Ledger() }.singleton
        let onMainActor: Factory<Checkout> = container.onMainActor { Checkout(ledger: Ledger()) }.singleton
        _ = try await (awaited.resolveAsync(), onMainActor.resolveAsync())
        #expect(container.explain(Ledger.self).contains("Its factory is async."))
        #expect(container.explain(Checkout.self).contains("It is built on the main actor."))
        awaited.register { Ledger() }
        #expect(!container.explain(Ledger.self).contains("Its factory is async."))
    }

    @Test func overrideOfAParentIsNamed() {
        let parent = Container()
        parent.ledger.register(fileID: "Shop/Tests.swift", line: 7) { Ledger() }
        let child = Container(parent: parent)
        _ = child.ledger()
        #expect(
            child.explain(Ledger.self) == """
                'Ledger' is not registered.
                '\\.ledger' is declared at Shop/Services.swift:8.
                  It is overridden at Shop/Tests.swift:7, in a parent.
                  Scope: singleton; an instance is kept.
                """
        )
        child.ledger.register(fileID: "Shop/Tests.swift", line: 8) { Ledger() }
        #expect(child.explain(Ledger.self).contains("It is overridden at Shop/Tests.swift:8.\n  Scope"))
        #expect(child.explain(Ledger.self).split(separator: "is declared").count == 2)
    }

    @Test func declaredServicesFollowTheRegistration() {
        let container = Container()
        _ = container.ledger()
        container.register(fileID: "Shop/M.swift", line: 1) { Ledger() }
        #expect(
            container.explain(Ledger.self) == """
                'Ledger' is resolved by the registration at Shop/M.swift:1.
                  Scope: unique.
                '\\.ledger' is declared at Shop/Services.swift:8.
                  Scope: singleton; an instance is kept.
                """
        )
        #expect(!container.explain(Ledger.self, name: "eu").contains("is declared at Shop/Services.swift:8.\n"))
    }
}

private final class Ledger: Sendable {}

private final class Checkout: Sendable {
    let ledger: Ledger

    init(ledger: Ledger) { self.ledger = ledger }
}

extension Container {
    fileprivate var checkout: Factory<Checkout> {
        self(fileID: "Shop/Services.swift", line: 3) { Checkout(ledger: self.ledger()) }.singleton
            .decorate(fileID: "Shop/Services.swift", line: 4) { checkout, _ in checkout }
            .onCreate { _, _ in }.onResolved { _, _ in }.onDispose { _ in }
    }

    fileprivate var ledger: Factory<Ledger> {
        self(fileID: "Shop/Services.swift", line: 8) { Ledger() }.singleton
    }
}
