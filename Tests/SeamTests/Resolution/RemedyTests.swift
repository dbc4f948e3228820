import Seam
import TestKit
import Testing

/// The ways to fix a failed request that its error suggests.
struct RemedyTests {
    private protocol Payments {}
    private class Base {}
    private final class Card: Base, Payments {}
    private final class Wallet: Payments {}
    private struct Parcel {}
    private struct Crate {}
    private struct Outer<Part> { struct Inner {} }
    private protocol Boxed<Content> { associatedtype Content }

    @Test func adviceForAProtocolCompiles() throws {
        #expect(
            try errorText((any Payments).self, in: Container())
                .contains("`container.register((any RemedyTests.Payments).self) { … }`")
        )
    }

    /// A service on the path cannot be asked for instead.
    @Test func adviceNamesNoServiceThatIsUnderWay() throws {
        let container = Container()
        container.register { services -> Parcel in try services.tryResolve(Parcel.self, name: "base") }
        container.register(name: "outer") { services -> Crate in try services.tryResolve(Crate.self) }
        container.register(Int?.self) { services in try services.tryResolve(Int.self) }
        container.register { services -> Card in try services.tryResolve(Card.self, name: "live") }
        container.register(name: "mock") { Card() }
        container.register((any Payments).self) { services in try services.tryResolve(Wallet.self) }
        let child = Container(parent: container)
        child.register { services in String(try services.tryResolve(Double.self)) }
        container.register { services in Double(try services.tryResolve(String.self)) ?? 0 }.scope(.singleton)
        #expect(
            try errorText(Parcel.self, in: container)
                .hasSuffix(
                    """
                      To fix it, register it before it is asked for: `container.register(RemedyTests.Parcel.self, name: "base") { … }`.
                    """
                )
        )
        #expect(
            try errorText(Crate.self, name: "outer", in: container)
                .hasSuffix(
                    """
                      To fix it, register it before it is asked for: `container.register(RemedyTests.Crate.self) { … }`.
                    """
                )
        )
        #expect(
            try errorText(Int?.self, in: container)
                .hasSuffix(
                    """
                      To fix it, register it before it is asked for: `container.register(Int.self) { … }`.
                    """
                )
        )
        #expect(
            try errorText((any Payments).self, in: container)
                .hasSuffix(
                    "register it before it is asked for: `container.register(RemedyTests.Wallet.self) { … }`."
                )
        )
        #expect(
            try errorText(String.self, in: child)
                .hasSuffix(
                    "register it before it is asked for: `container.register(String.self) { … }`."
                )
        )
        let unnamed = try errorText(Card.self, in: container)
        #expect(unnamed.contains("Registered for this type: \"mock\" (SeamResolutionTests/"))
    }

    @Test func nameThatIsRegisteredWithOtherArgumentsIsNotCorrected() throws {
        let container = Container()
        container.register(name: "v1") { (_: Resolver, _: Int) in Parcel() }
        container.register(name: "v2") { Parcel() }
        let named = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Parcel.self, name: "v1", arguments: "x")
        }
        #expect(!named.description.contains("Did you mean"))
        container.register { Crate() }
        let unnamed = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Crate.self, name: "live", arguments: 1)
        }
        #expect(
            unnamed.description.hasSuffix("register the name \"live\", or ask without a name and without arguments.")
        )
    }

    @Test func adviceForALazyServiceWithArgumentsNamesTheProvider() throws {
        let container = Container()
        container.register((any Payments).self) { (_, _: String, _: Int) in Card() }
        let lazy = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Lazy<any Payments>.self, arguments: "eu", 42)
        }
        let advice =
            "To fix it, ask for `Provider<(any RemedyTests.Payments), String, Int>.self` without arguments, "
            + "and pass them at each call."
        #expect(lazy.description.contains(advice))
        let provider = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Provider<any Payments>.self, arguments: "eu", 42)
        }
        #expect(provider.description.contains(advice))
    }

    @Test func misspeltNameIsRecognised() throws {
        let container = Container()
        container.register(name: "sandbox", fileID: "Shop/M.swift", line: 8) { Card() }
        #expect(
            try errorText(Card.self, name: "sandbx", in: container) == """
                No registration for 'Card' named "sandbx".
                  Path: Card "sandbx"   (asked for at Shop/Cart.swift:12)
                  Did you mean "sandbox"?
                  Registered for this type: "sandbox" (Shop/M.swift:8).
                  To fix it, ask for the name "sandbox", or register the name "sandbx".
                """
        )
    }

    @Test func misspeltNameWithOtherArgumentsIsRecognised() throws {
        let container = Container()
        container.register(name: "sandbox") { (_, _: String) in Card() }
        #expect(
            try errorText(Card.self, name: "sandbx", in: container)
                .contains("ask for the name \"sandbox\" with its arguments, or register")
        )
        container.register(name: "live") { Card() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Card.self, name: "lives", arguments: 1)
        }
        #expect(error.description.contains("ask for the name \"live\" without arguments, or register"))
    }

    @Test func otherNameIsNotTakenForAMisspeltOne() throws {
        let container = Container()
        container.register(name: "production") { Card() }
        #expect(try !errorText(Card.self, name: "sandbox", in: container).contains("Did you mean"))
    }

    @Test func subclassThatCouldServeIsNamed() throws {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { Card() }
        #expect(
            try errorText(Base.self, in: container) == """
                No registration for 'Base'.
                  Path: Base   (asked for at Shop/Cart.swift:12)
                  'Card', registered at Shop/M.swift:8, can serve as this type.
                  To fix it, add `.implements(RemedyTests.Base.self)` to that registration.
                """
        )
    }

    @Test func keptInstanceThatCouldServeIsNamed() throws {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { Card() }.scope(.singleton)
        #expect(try !errorText((any Payments).self, in: container).contains("can serve"))
        _ = container.resolve(Card.self)
        let text = try errorText((any Payments).self, in: container)
        #expect(text.contains("To fix it, add `.implements((any RemedyTests.Payments).self)` to that registration."))
    }

    @Test func remedyRegistersTheNameAndTheArguments() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Container().tryResolve((any Payments).self, name: "eu", arguments: 1, Card() as Base)
        }
        #expect(
            error.description.hasSuffix(
                """
                To fix it, register it before it is asked for: \
                `container.register((any RemedyTests.Payments).self, name: "eu") \
                { (_: Resolver, _: Int, _: RemedyTests.Base) in … }`.
                """
            )
        )
    }

    @Test func closuresAreParametersThatEscape() throws {
        let (action, choice): ((Int) -> Void, ((Int) -> Void)?) = ({ _ in }, nil)
        let error = try #require(throws: ResolutionError.self) {
            try Container().tryResolve(Card.self, arguments: action, choice)
        }
        // The advice compiles.
        Container().register(Card.self) { (_: Resolver, _: @escaping (Int) -> Void, _: ((Int) -> Void)?) in Card() }
        #expect(
            error.description.hasSuffix(
                """
                `container.register(RemedyTests.Card.self) \
                { (_: Resolver, _: @escaping (Int) -> (), _: ((Int) -> ())?) in … }`.
                """
            )
        )
    }

    @Test func typesAreNamedAsSourceCodeWritesThem() throws {
        typealias Action = @Sendable (Int) -> String
        let container = Container()
        let action = #expect(throws: ResolutionError.self) { try container.tryResolve(Action.self) }
        #expect(action?.description.hasSuffix("`container.register((@Sendable (Int) -> String).self) { … }`.") == true)
        let nothing = #expect(throws: ResolutionError.self) { try container.tryResolve(Void.self) }
        #expect(nothing?.description.hasSuffix("`container.register(Void.self) { … }`.") == true)
    }

    @Test func advisedTypesAreNamedWithTheirOuterTypesAndWithoutModules() throws {
        func advice<Service>(on _: Service.Type) throws -> String? {
            let error = try #require(throws: ResolutionError.self) { try Container().tryResolve(Service.self) }
            return error.description.firstMatch(of: /register\((.*)\) \{/).map { String($0.output.1) }
        }
        struct Local {}
        #expect(try advice(on: Local.self) == "Local.self")
        #expect(try advice(on: Outer<Int>.Inner.self) == "RemedyTests.Outer<Int>.Inner.self")
        #expect(
            try advice(on: [String: Outer<Card>?].self)
                == "[String: RemedyTests.Outer<RemedyTests.Card>?].self"
        )
        #expect(
            try advice(on: ([Card], (any Boxed<Int>)?, Int??, [Int: (Card?) -> [Int]]).self)
                == """
                ([RemedyTests.Card], (any RemedyTests.Boxed<Int>)?, Int??, \
                [Int: (RemedyTests.Card?) -> [Int]]).self
                """
        )
        #expect(try advice(on: (any Boxed<Int>).self) == "(any RemedyTests.Boxed<Int>).self")
        #expect(try advice(on: (any Payments & Sendable).self) == "(any RemedyTests.Payments).self")
        #expect(try advice(on: ((Card, Int) -> Local).self) == "((RemedyTests.Card, Int) -> Local).self")
    }

    @Test func typesOfOneNameAreToldApartByTheirOuterTypes() throws {
        enum Home { struct Model {} }
        enum Profile { struct Model {} }
        let container = Container()
        container.register { r in
            _ = try r.tryResolve(Profile.Model.self, fileID: "Shop/Cart.swift", line: 12)
            return Home.Model()
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Home.Model.self) }
        #expect(error.description.contains("  Path: Home.Model → Profile.Model   (asked for at Shop/Cart.swift:12)"))
        container.register { Profile.Model() }
        #expect(container.description.contains("  Home.Model  ") && container.description.contains("  Profile.Model  "))
        let graph = container.dependencyGraph()
        #expect(graph.nodes.map(\.id) == ["Home.Model", "Profile.Model"])
    }

    @Test func nameOfATypeWithoutNamedRegistrationsIsLeftOut() throws {
        let container = Container()
        container.contribute { Card() }
        #expect(try errorText(Card.self, name: "eu", in: container).contains("To fix it, ask with `all()`"))
        container.register { Card() }
        #expect(
            try errorText(Card.self, name: "eu", in: container)
                .hasSuffix("To fix it, register the name \"eu\", or ask without a name.")
        )
    }

    @Test func argumentsOfATypeThatTakesNoneAreLeftOut() throws {
        let container = Container()
        container.register { Card() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Card.self, arguments: 1) }
        #expect(error.description.contains("To fix it, ask without arguments, or register another: "))
    }

    @Test func namesAndArgumentsThatAreBothWrongAreAdvisedTogether() throws {
        let container = Container()
        container.register(name: "eu") { (_: Resolver, _: Int) in Card() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Card.self, name: "sandbox", arguments: "x")
        }
        #expect(
            error.description.hasSuffix(
                "To fix it, register the name \"sandbox\", or ask for one of the names above with its arguments."
            )
        )
    }

    @Test func adviceIsValidSource() throws {
        #expect(try errorText(Any.self, in: Container()).contains("`container.register(Any.self) { … }`"))
        let name = try errorText(Parcel.self, name: #"a"b\"#, in: Container())
        #expect(name.contains(#"`container.register(RemedyTests.Parcel.self, name: "a\"b\\") { … }`"#))
    }
}
