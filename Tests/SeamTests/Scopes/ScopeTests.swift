import Seam
import TestKit
import Testing

struct ScopeTests {
    private static let builtIn: [Scope] = [
        .unique, .graph, .cached, .shared, .container, .singleton, .cached("session"),
        .cached(for: .seconds(1), clock: ContinuousClock()),
    ]

    @Test(arguments: [
        (Scope.unique, "unique"), (.graph, "graph"), (.cached, "cached"), (.shared, "shared"),
        (.container, "container"), (.singleton, "singleton"), (.cached("session"), #"cached("session")"#),
        (Scope("page") { StrongStorage() }, "page"),
    ])
    func descriptionOfAScopeIsItsSourceText(scope: Scope, text: String) {
        #expect(scope.description == text)
    }

    @Test func scopesOfOneNameAreEqual() {
        #expect(Scope.cached("session") == .cached("session"))
        #expect(Scope("page") { StrongStorage() } == Scope("page") { StrongStorage() })
        #expect(Scope.cached("session").hashValue == Scope.cached("session").hashValue)
    }

    @Test func scopesOfDifferentNamesDiffer() {
        #expect(Scope.cached("session") != .cached("other"))
        #expect(Scope.cached("session") != .cached)
        #expect(Scope("page") { StrongStorage() } != Scope("leaf") { StrongStorage() })
    }

    @Test func builtInScopesDiffer() {
        #expect(Set(Self.builtIn).count == Self.builtIn.count)
    }

    @Test(arguments: builtIn)
    func customScopeNamedLikeABuiltInOneDiffers(scope: Scope) {
        #expect(Scope(scope.description) { StrongStorage() } != scope)
    }

    @Test func namedScopeIsNotMistakenForAnother() {
        #expect(Scope.cached("a") != .cached(#"a"), .cached("b"#))
        #expect(Scope.cached("") != .cached)
    }

    @Test func scopeCanBeDeclaredBesideTheBuiltInScopes() {
        #expect(Scope.testSession == .cached("test session"))
    }

    @Test func scopeIsSendable() {
        func requireSendable<Value: Sendable>(_ value: Value) {}
        requireSendable(Scope.cached)
    }
}

extension Scope {
    fileprivate static let testSession = Scope.cached("test session")
}
