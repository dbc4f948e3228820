import Seam
import TestKit
import Testing

/// The registrations that nearly fit, as an error lists them.
struct NearMissTests {
    /// A type that shares its name with one of another module.
    private struct Duration: Sendable {}

    private protocol Wrapped: Sendable {}
    private struct Wrapper: Wrapped {
        init(_ inner: any Wrapped) {}
    }

    @Test func otherNamesAreListed() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine() }
        container.register(name: "us", fileID: "Shop/Modules.swift", line: 9) { Fixtures.Engine() }
        #expect(
            try errorText(Fixtures.Engine.self, name: "eu", in: container) == """
                No registration for 'Engine' named "eu".
                  Path: Engine "eu"   (asked for at Shop/Cart.swift:12)
                  Registered for this type: 'Engine' (no name, Shop/Modules.swift:8), "us" (Shop/Modules.swift:9).
                  To fix it, register the name "eu", or ask for one of the names above.
                """
        )
    }

    @Test func nearestOfLongNamesIsMeant() throws {
        let container = Container()
        let beginning = String(repeating: "tenants/", count: 20)
        for end in ["orders", "users"] { container.register(name: ServiceName(beginning + end)) { Fixtures.Engine() } }
        let text = try errorText(Fixtures.Engine.self, name: ServiceName(beginning + "user"), in: container)
        #expect(text.contains("To fix it, ask for the name \"\(beginning)users\""))
    }

    @Test func namesAreListedForAnUnnamedRequest() throws {
        let container = Container()
        container.register(name: "us", fileID: "Shop/Modules.swift", line: 9) { Fixtures.Engine() }
        #expect(
            try errorText(Fixtures.Engine.self, in: container) == """
                No registration for 'Engine'.
                  Path: Engine   (asked for at Shop/Cart.swift:12)
                  Registered for this type: "us" (Shop/Modules.swift:9).
                  To fix it, ask for one of the names above, or register the type without a name.
                """
        )
    }

    @Test func namesOfParentsAreListed() throws {
        let parent = Container()
        parent.register(name: "us", fileID: "Shop/Modules.swift", line: 9) { Fixtures.Engine() }
        let text = try errorText(Fixtures.Engine.self, in: Container(parent: parent))
        #expect(text.contains("Registered for this type: \"us\" (Shop/Modules.swift:9)."))
    }

    @Test func otherArgumentTypesAreListedWithTheirNames() throws {
        let container = Container()
        container.register(name: "us", fileID: "Shop/Modules.swift", line: 9) { (_: Resolver, id: Int) in
            Fixtures.User(id: id)
        }
        #expect(
            try errorText(Fixtures.User.self, in: container)
                .contains(
                    "Registered for this type: \"us\" (arguments (Int), Shop/Modules.swift:9)."
                )
        )
    }

    @Test func optionalOfTheServiceIsListed() throws {
        let container = Container()
        container.register(Fixtures.Engine?.self, fileID: "Shop/Modules.swift", line: 8) { nil }
        #expect(
            try errorText(Fixtures.Engine.self, in: container) == """
                No registration for 'Engine'.
                  Path: Engine   (asked for at Shop/Cart.swift:12)
                  Registered for 'Engine?' instead, at Shop/Modules.swift:8.
                  To fix it, ask for the type that is registered, or register this one.
                """
        )
    }

    @Test func wrappedTypeIsListedForItsOptional() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine() }
        container.register { Fixtures.Live() }.implements(Fixtures.Live?.self, name: "eu") { $0 }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.Live.self, name: "eu")
        }
        #expect(error.description.contains("Registered for 'Live?' named \"eu\" instead"))
    }

    @Test func typeOfTheSameNameInAnotherModuleIsListed() throws {
        let container = Container()
        container.register(Duration.self, fileID: "Shop/Modules.swift", line: 8) { Duration() }
        container.register(Duration.self, name: "long") { Duration() }
        let text = try errorText(Swift.Duration.self, in: container)
        #expect(text.hasPrefix("No registration for 'Duration'."))
        #expect(text.ranges(of: "Another type of that name").count == 1)
        #expect(text.contains("Another type of that name is registered: 'SeamResolutionTests."))
        #expect(text.contains("Duration' at Shop/Modules.swift:8; asked for was 'Swift.Duration'."))
    }

    /// A closure of several statements takes its type from its context, and returns nothing if there is none.
    @Test func registrationsWhoseTypeSaysNothingAreListed() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { _ = Fixtures.Engine() }
        container.register(Any.self, fileID: "Shop/Modules.swift", line: 9) { Fixtures.Engine() }
        #expect(
            try errorText(Fixtures.Engine.self, in: container) == """
                No registration for 'Engine'.
                  Path: Engine   (asked for at Shop/Cart.swift:12)
                  '()' is registered at Shop/Modules.swift:8. If that factory makes this service, name the type and \
                return it: `register(Fixtures.Engine.self) { … }`.
                  'Any' is registered at Shop/Modules.swift:9. If that factory makes this service, name the type and \
                return it: `register(Fixtures.Engine.self) { … }`.
                  To fix it, register it before it is asked for: `container.register(Fixtures.Engine.self) { … }`.
                """
        )
        #expect(try !errorText(Fixtures.Engine.self, name: "eu", in: container).contains("registered at"))
    }

    @Test func objectIsListedOnlyForATypeThatMayBeOne() throws {
        let container = Container()
        container.register(AnyObject.self) { Fixtures.Engine() }
        #expect(try errorText(Fixtures.Engine.self, in: container).contains("'AnyObject' is registered at"))
        #expect(try errorText((any Fixtures.Service).self, in: container).contains("'AnyObject' is registered at"))
        #expect(try !errorText([Int: Int].self, in: container).contains("AnyObject"))
    }

    @Test func wrapperOnThePathIsNotListed() throws {
        let container = Container()
        container.register { (resolver: Resolver) in Wrapper(try resolver.tryResolve((any Wrapped).self)) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Wrapper.self) }
        #expect(error?.description.contains("can serve as this type") == false)
        #expect(error?.description.hasSuffix("`container.register((any NearMissTests.Wrapped).self) { … }`.") == true)
    }

    @Test func unrelatedRegistrationsAreNotListed() throws {
        let container = Container()
        container.register { 1 }
        container.register(name: "eu") { "a" }
        #expect(
            try errorText(Fixtures.Engine.self, in: container) == """
                No registration for 'Engine'.
                  Path: Engine   (asked for at Shop/Cart.swift:12)
                  To fix it, register it before it is asked for: `container.register(Fixtures.Engine.self) { … }`.
                """
        )
    }

    @Test func severalKindsAreListedTogether() throws {
        let container = Container()
        container.register(name: "us", fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine() }
        container.register(Fixtures.Engine?.self, fileID: "Shop/Modules.swift", line: 9) { nil }
        let text = try errorText(Fixtures.Engine.self, in: container)
        #expect(text.contains("Registered for this type: \"us\" (Shop/Modules.swift:8)."))
        #expect(text.contains("Registered for 'Engine?' instead, at Shop/Modules.swift:9."))
    }

    @Test func aliasIsListedAtThePlaceOfItsRegistration() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }
            .implements((any Fixtures.Service).self, name: "live")
        #expect(
            try errorText((any Fixtures.Service).self, in: container)
                .contains(
                    "Registered for this type: \"live\" (Shop/Modules.swift:8)."
                )
        )
    }

    @Test func closureThatIsRegisteredAsAValueIsNamed() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { @Sendable () async in Fixtures.Live() }
        container.register(fileID: "Shop/Modules.swift", line: 9) { @Sendable () async in
            Fixtures.Live() as any Fixtures.Service
        }
        container.register { @Sendable () async in 1 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(
            error.description.contains(
                """
                  The closure at Shop/Modules.swift:8 is registered as a value of type '@Sendable () async -> Live'. \
                If it is the factory, name the service, and the compiler says why it is none: \
                `register(Fixtures.Live.self) { … }`.
                """
            )
        )
        let other = try #require(throws: ResolutionError.self) { try container.tryResolve((any Fixtures.Service).self) }
        #expect(other.description.contains("The closure at Shop/Modules.swift:9 is registered as a value of type"))
        #expect(!other.description.contains("The closure at Shop/Modules.swift:8"))
    }

    /// The compiler says nothing of it: the closure is a value like any other.
    @Test func factoryOfAnotherActorIsAdvisedToBeAsync() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { @NearMissActor in Fixtures.Live() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(
            error.description.contains(
                "If it is the factory, register it with `registerAsync { @NearMissActor in … }`, which calls it there."
            )
        )
    }
}

@globalActor
private actor NearMissActor {
    static let shared = NearMissActor()
}
