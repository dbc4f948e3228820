import Seam
import TestKit
import Testing

/// Explanations of how a key would be resolved.
struct ExplanationTests {
    private protocol Payments {}
    private struct Card: Payments {}

    @Test func unknownServiceIsSaidToBe() {
        let container = Container()
        container.register(name: "us", fileID: "Shop/M.swift", line: 9) { Card() }
        #expect(
            container.explain(Card.self, name: "eu") == """
                'Card' named "eu" is not registered.
                  Registered for this type: "us" (Shop/M.swift:9).
                """
        )
    }

    @Test func registrationIsExplained() {
        let parent = Container()
        parent.register(fileID: "Shop/M.swift", line: 1) { Card() }.scope(.singleton).implements((any Payments).self)
            .decorate(fileID: "Shop/M.swift", line: 2) { card, _ in card }
            .onDispose { _ in }
        let child = Container(parent: parent)
        #expect(
            child.explain(Card.self) == """
                'Card' is resolved by the registration at Shop/M.swift:1.
                  It comes from a parent.
                  Scope: singleton; no instance is kept.
                  Decorators: Shop/M.swift:2 (of the registration).
                  Hooks: 1 onDispose.
                  Aliases: 'Payments'.
                """
        )
        _ = child.resolve(Card.self)
        #expect(child.explain(Card.self).contains("Scope: singleton; an instance is kept."))
    }

    /// The app is asynchronous, and finds a card that is there already.
    @Test(arguments: [true, false])
    func dependencyThatWasReadyCountsForAnAsyncFactory(isDirect: Bool) async throws {
        let container = Container()
        container.register { Card() }.scope(.cached)
        container.register { resolver in [resolver.resolve(Card.self)] }
        container.registerAsync { resolver in
            isDirect ? resolver.resolve(Card.self) as Any : resolver.resolve([Card].self)
        }
        .scope(.singleton)
        _ = container.resolve(Card.self)
        _ = try await container.resolveAsync(Any.self)
        #expect(container.explain(Any.self).contains("Dependencies: 'Card'."))
    }

    @Test func aliasIsExplainedByItsTarget() {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 1) { Card() }.scope(.cached).implements((any Payments).self)
        let text = container.explain((any Payments).self)
        #expect(text.contains("It is an alias of 'Card', registered at Shop/M.swift:1."))
        #expect(text.contains("Scope: cached; no instance is kept."))
        #expect(!text.contains("Aliases"))
    }

    @Test func kindsThatAreAskedForOtherwiseAreNamed() {
        let container = Container()
        container.registerAsync { () async in Card() }
        container.registerOnMainActor { "title" }
        container.register { 1 }
        #expect(container.explain(Card.self).contains("\n  Its factory is async."))
        #expect(container.explain(String.self).contains("\n  It is built on the main actor."))
        #expect(
            !container.explain(Int.self).contains("Its factory") && !container.explain(Int.self).contains("built on")
        )
    }

    @Test(arguments: [Scope.singleton, .container])
    func dependenciesAreThoseOfTheTypesOrOfTheInstance(scope: Scope) {
        let container = Container()
        container.register { 1 }.scope(scope)
        container.register { (r: Resolver) in "\(r.resolve(Int.self))" }.scope(.singleton)
        container.register(autowiring: { (text: String, _: Int?) in text.count > 0 })
        #expect(!container.explain(String.self).contains("Dependencies"))
        _ = container.resolve(String.self)
        #expect(container.explain(String.self).contains("Dependencies: 'Int'."))
        #expect(container.explain(Bool.self).contains("Dependencies: 'String', 'Int?'."))
    }

    @Test func hiddenRegistrationIsNamed() {
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

    @Test func keyIsExplainedAsItsTypeAndName() throws {
        let container = Container()
        container.register(name: "eu") { Card() }
        let key = try #require(container.registrations.first?.key)
        #expect(container.explain(key) == container.explain(Card.self, name: "eu"))
        #expect(container.explain(key).hasPrefix("'Card' named \"eu\" is resolved by"))
    }

    /// A request would be told that another container may have been meant.
    @Test func explanationOfAbsenceNamesNoOtherContainer() {
        struct Absent {}
        #expect(Container.main.explain(Absent.self) == "'Absent' is not registered.")
    }

    @Test func skippedRegistrationsAreRememberedInBoundedNumber() {
        let container = Container()
        container.register { 1 }
        for line in 0..<100 as Range<UInt> {
            container.register(when: .ifAbsent, fileID: "Shop/M.swift", line: line % 10) { 2 }
        }
        #expect(container.explain(Int.self).split(separator: "was skipped").count - 1 == 4)
    }

    @Test func aliasesAreThoseThatLeadToTheRegistration() {
        let parent = Container()
        parent.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        parent.register((any Fixtures.Service)?.self) { nil }.implements(Any.self)
        parent.register { Fixtures.Engine() }.implements((any Fixtures.Auditing).self) { _ in Fixtures.Live() }
        #expect(parent.explain(Fixtures.Live.self).contains("Aliases: 'Service'."))
        // The child's own registration hides the alias.
        let child = Container(parent: parent)
        child.register((any Fixtures.Service).self) { Fixtures.Mock() }
        #expect(!child.explain(Fixtures.Live.self).contains("Aliases"))
        // Of two aliases of one type that lead there, the nearest is found.
        let other = Container(parent: parent)
        other.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        other.unregister(Fixtures.Live.self)
        #expect(other.explain(Fixtures.Live.self).contains("Aliases: 'Service'."))
        // An alias of an alias leads to the registration as well.
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Mock() }
            .implements((any Fixtures.Auditing).self) { $0 as? any Fixtures.Auditing ?? Fixtures.Live() }
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(container.explain(Fixtures.Live.self).contains("Aliases: 'Auditing', 'Service'."))
    }

    @Test func explanationReleasesNoInstance() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton).implements((any Fixtures.Service).self)
        container.register { 1 }.scope(.singleton).implements(Fixtures.Live.self, as: { _ in Fixtures.Live() })
        container.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Live(service.label) }
        let decorated = WeakReference(container.resolve((any Fixtures.Service).self) as? Fixtures.Live)
        container.register { Fixtures.Live() }.scope(.singleton)
        _ = container.explain((any Fixtures.Service).self)
        #expect(decorated.object != nil)
    }

    @Test func overrideOfAChainDoesNotHideItself() {
        let parent = Container()
        parent.register { 1 }
        let inner = Container(parent: parent)
        inner.register(fileID: "Shop/M.swift", line: 3) { 3 }
        let text = withContainer(inner) {
            withOverrides {
                $0.register(fileID: "Shop/T.swift", line: 7) { 7 }
            } operation: {
                Container.current.explain(Int.self)
            }
        }
        #expect(text.contains("It replaces the one at Shop/M.swift:3."))
        #expect(!text.contains("It hides"))
    }
}
