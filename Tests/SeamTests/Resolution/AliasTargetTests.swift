import Seam
import TestKit
import Testing

/// The meaning of an alias after its target, or the alias itself, was registered again.
struct AliasTargetTests {
    @Test func aliasLeadsToTheNewTargetAfterReRegistration() {
        let container = Container()
        container.register { Fixtures.Live("old") }.scope(.singleton).implements((any Fixtures.Service).self)
        _ = container.resolve((any Fixtures.Service).self)
        container.register { Fixtures.Live("new") }
        #expect(container.resolve((any Fixtures.Service).self).label == "new")
    }

    @Test func aliasOfAnOptionalThatIsUnregisteredFailsWithTheTargetInThePath() async throws {
        let container = Container()
        container.register(Fixtures.Live?.self) { Fixtures.Live() }.implements((any Fixtures.Service).self)
        container.register { Fixtures.Live() }
        container.unregister(Fixtures.Live?.self)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self)
        }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["Service", "Live?"])
        let other = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync((any Fixtures.Service).self)
        }
        #expect(other?.steps == ["Service", "Live?"])
    }

    @Test func aliasOfAnArrayThatIsUnregisteredFailsWithTheTargetInThePath() async throws {
        let container = Container()
        container.register([Fixtures.Live].self) { [] }.implements((any Sequence).self)
        container.register { Fixtures.Live() }
        container.unregister([Fixtures.Live].self)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve((any Sequence).self) }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["Sequence", "[Live]"])
        let other = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync((any Sequence).self)
        }
        #expect(other?.steps == ["Sequence", "[Live]"])
    }

    @Test func aliasOfALazyValueThatIsUnregisteredFailsWithTheTargetInThePath() throws {
        let container = Container()
        container.register { 1 }
        container.register(Lazy<Int>.self) { .constant(2) }.implements(Any.self, name: "lazy")
        container.register(Provider<Int>.self) { Provider { 2 } }.implements(Any.self, name: "provider")
        container.unregister(Lazy<Int>.self)
        container.unregister(Provider<Int>.self)
        for name in ["lazy", "provider"] as [ServiceName] {
            let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Any.self, name: name) }
            #expect(error.code == .notRegistered)
        }
    }

    @Test func aliasOfAnUnregisteredTargetFailsWithTheTargetInThePath() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }
            .implements((any Fixtures.Service).self)
        container.unregister(Fixtures.Live.self)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["Service", "Live"])
        #expect(
            error.description == """
                No registration for 'Live'.
                  Path: Service → Live   (asked for at Shop/Cart.swift:12)
                  'Service', registered at Shop/Modules.swift:8, is an alias of it.
                  To fix it, register it before it is asked for: `container.register(Fixtures.Live.self) { … }`.
                """
        )
    }

    @Test func aliasIsNotSaidToBeOneOfWhatItsDecoratorNeeds() throws {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        container.decorate((any Fixtures.Service).self) { service, services in
            _ = try services.tryResolve(Int.self)
            return service
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve((any Fixtures.Service).self) }
        #expect(error.steps == ["Service", "Int"])
        #expect(!error.description.contains("alias"))
    }

    @Test func aliasWorksAgainAfterItsTargetIsRegisteredAgain() {
        let container = Container()
        container.register { Fixtures.Live("old") }.implements((any Fixtures.Service).self)
        container.unregister(Fixtures.Live.self)
        container.register { Fixtures.Live("new") }
        #expect(container.resolve((any Fixtures.Service).self).label == "new")
    }

    @Test func latestOfTwoAliasesWins() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        container.register { Fixtures.Mock() }.implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service).self).label == "mock")
        #expect(container.resolve(Fixtures.Live.self).label == "live")
    }

    @Test func explicitRegistrationAfterAnAliasWins() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        container.register((any Fixtures.Service).self) { Fixtures.Mock() }
        #expect(container.resolve((any Fixtures.Service).self).label == "mock")
    }

    @Test func aliasHasNoNameUnlessGivenOne() {
        let container = Container()
        container.register(name: "eu") { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service).self).label == "live")
        #expect(container.optional((any Fixtures.Service).self, name: "eu") == nil)
    }

    @Test func aliasHasTheNameItIsGiven() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self, name: "eu")
        #expect(container.resolve((any Fixtures.Service).self, name: "eu").label == "live")
        #expect(container.optional((any Fixtures.Service).self) == nil)
    }

    @Test func aliasOfTheSameTypeIsASecondName() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton).implements(Fixtures.Live.self, name: "second")
        #expect(container.resolve(Fixtures.Live.self, name: "second") === container.resolve(Fixtures.Live.self))
    }

    @Test func aliasRefersToTheNamedTarget() {
        let container = Container()
        container.register { Fixtures.Live("plain") }
        container.register(name: "eu") { Fixtures.Live("eu") }.implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service).self).label == "eu")
    }

    @Test func aliasOfAParentLeadsToTheTargetOfTheAskedChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { Fixtures.Live("parent") }.implements((any Fixtures.Service).self)
        child.register { Fixtures.Live("child") }
        #expect(child.resolve((any Fixtures.Service).self).label == "child")
        #expect(parent.resolve((any Fixtures.Service).self).label == "parent")
    }

    @Test func aliasUnderAFalseConditionIsNotRegistered() {
        let container = Container()
        container.register(when: .when(false)) { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(container.optional((any Fixtures.Service).self) == nil)
        #expect(!container.isRegistered((any Fixtures.Service).self))
    }

    @Test func aliasIsRemovedByUnregisteringItsOwnType() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(container.unregister((any Fixtures.Service).self))
        #expect(container.optional((any Fixtures.Service).self) == nil)
        #expect(container.resolve(Fixtures.Live.self).label == "live")
    }

    @Test func aliasIsFoundByTheTargetsOwnConstruction() {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label)
        }
        .implements((any Fixtures.Service).self)
        container.register { Fixtures.Engine("v8") }
        #expect(container.resolve((any Fixtures.Service).self).label == "v8")
    }
}
