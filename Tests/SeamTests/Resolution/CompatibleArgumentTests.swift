import Foundation
import Seam
import TestKit
import Testing

/// Requests whose argument types are not exactly those of a registration.
struct CompatibleArgumentTests {
    @Test func concreteTypeFitsItsProtocol() {
        let container = Container()
        container.register { (_: Resolver, animal: any Fixtures.Animal) in animal.sound }
        #expect(container.resolve(String.self, arguments: Fixtures.Dog()) == "woof")
    }

    @Test func subclassFitsItsBase() {
        let container = Container()
        container.register { (_: Resolver, vehicle: Fixtures.Vehicle) in vehicle.kind }
        #expect(container.resolve(String.self, arguments: Fixtures.Car()) == "car")
    }

    @Test func valueFitsItsOptional() {
        let container = Container()
        container.register { (_: Resolver, id: Int?) in id.map { "\($0)" } ?? "nil" }
        #expect(container.resolve(String.self, arguments: 5) == "5")
    }

    @Test func optionalWithAValueFitsItsWrappedType() {
        let container = Container()
        container.register { (_: Resolver, name: String) in "hello \(name)" }
        #expect(container.resolve(String.self, arguments: "Ann" as String?) == "hello Ann")
    }

    @Test func registrationOfAnOptionalTakesCompatibleArguments() async throws {
        let container = Container()
        container.register(String?.self) { (_: Resolver, number: Int?) in number.map { "\($0)" } }
        #expect(try container.tryResolve(String?.self, arguments: 3) == "3")
        #expect(container.optional(String?.self, arguments: 3) == "3")
        #expect(try await container.resolveAsync(String?.self, arguments: 3) == "3")
        try container.validate { $0.arguments(for: String?.self, 3) }
    }

    @Test func nilDoesNotFitTheWrappedType() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { (_: Resolver, name: String) in "hello \(name)" }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: nil as String?, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .argumentMismatch)
        #expect(
            error.description == """
                'String' is registered with arguments (String), and was asked for with (String?).
                  Path: String(String?)   (asked for at Shop/Cart.swift:12)
                  The argument of type 'String?' was nil, which fits only such a type.
                  Registered for this type: 'String(String)' (no name, Shop/Modules.swift:8).
                  To fix it, pass what one of the registrations above expects (with `arguments:`, or by asking for a \
                Provider of these types), or register another: \
                `container.register(String.self) { (_: Resolver, _: String?) in … }`.
                """
        )
    }

    @Test func argumentOfTheExactTypeStandsBesideAConvertedOne() {
        let container = Container()
        container.register { (_: Resolver, name: String?, count: Int?) in "\(count ?? 0) \(name ?? "none")" }
        #expect(container.resolve(String.self, arguments: "a", 1 as Int?) == "1 a")
        #expect(container.resolve(String.self, arguments: "a", nil as Int?) == "0 a")
    }

    @Test func nilThatFitsIsNotNamedAsTheFault() throws {
        func notes<each Argument>(on arguments: repeat each Argument) throws -> [Substring] {
            let container = Container()
            container.register { (_: Resolver, name: String, isLoud: Bool) in isLoud ? name + "!" : name }
            container.register { (_: Resolver, name: String?, count: Int) in "\(count) \(name ?? "none")" }
            container.register { (_: Resolver, animal: (any Fixtures.Animal)?, any: Any, count: Int) in "\(count)" }
            let error = try #require(throws: ResolutionError.self) {
                try container.tryResolve(String.self, arguments: repeat each arguments)
            }
            return error.description.split(separator: "\n").filter { $0.contains("was nil") }
        }
        let fault = "  The argument of type 'Int?' was nil, which fits only such a type."
        #expect(try notes(on: nil as String?, nil as Int?) == [fault[...]])
        #expect(try notes(on: nil as String?, "one") == [])
        #expect(try notes(on: nil as Fixtures.Dog?, nil as Int?, "one") == [])
        #expect(try notes(on: nil as String?) == [])
    }

    @Test func nilFitsItsOwnOptional() {
        let container = Container()
        container.register { (_: Resolver, name: String?) in name ?? "nil" }
        #expect(container.resolve(String.self, arguments: nil as String?) == "nil")
    }

    @Test func nilFitsTheOptionalOfItsOptional() {
        let container = Container()
        container.register { (_: Resolver, id: Int??) in id.map { $0 == nil ? "some nil" : "some" } ?? "nil" }
        #expect(container.resolve(String.self, arguments: nil as Int?) == "some nil")
        #expect(container.resolve(String.self, arguments: 1 as Int?) == "some")
    }

    @Test func nilFitsAnOptionalThatItsTypeServes() throws {
        let container = Container()
        container.register { (_: Resolver, animal: (any Fixtures.Animal)?) in animal?.sound ?? "none" }
        container.register(name: "base") { (_: Resolver, vehicle: Fixtures.Vehicle?) in vehicle?.kind ?? "none" }
        container.register(name: "any") { (_: Resolver, value: Any?) in value == nil ? "none" : "some" }
        #expect(container.resolve(String.self, arguments: Fixtures.Dog() as Fixtures.Dog?) == "woof")
        #expect(container.resolve(String.self, arguments: nil as Fixtures.Dog?) == "none")
        #expect(container.resolve(String.self, name: "base", arguments: nil as Fixtures.Car?) == "none")
        #expect(container.resolve(String.self, name: "any", arguments: nil as Fixtures.Car?) == "none")
        #expect(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: nil as Fixtures.Car?)
        }
    }

    @Test func nilOfAnotherOptionalDoesNotFit() throws {
        let container = Container()
        container.register { (_: Resolver, id: Int?) in id.map { "\($0)" } ?? "nil" }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: nil as String?)
        }
        #expect(error.code == .argumentMismatch)
    }

    @Test func nilOfASubclassFitsTheOptionalBase() {
        let container = Container()
        container.register { (_: Resolver, vehicle: Fixtures.Vehicle?) in vehicle?.kind ?? "nil" }
        #expect(container.resolve(String.self, arguments: nil as Fixtures.Car?) == "nil")
        #expect(container.resolve(String.self, arguments: Fixtures.Car() as Fixtures.Car?) == "car")
    }

    @Test func optionalWithAValueFitsTheOptionalProtocol() {
        let container = Container()
        container.register { (_: Resolver, animal: (any Fixtures.Animal)?) in animal?.sound ?? "nil" }
        #expect(container.resolve(String.self, arguments: Fixtures.Dog() as Fixtures.Dog?) == "woof")
    }

    @Test func anythingFitsAny() {
        let container = Container()
        container.register { (_: Resolver, value: Any) in "\(value)" }
        #expect(container.resolve(String.self, arguments: 5) == "5")
        #expect(container.resolve(String.self, arguments: nil as Int?) == "nil")
    }

    @Test func existentialFitsTheTypeOfItsValue() {
        let container = Container()
        container.register { (_: Resolver, dog: Fixtures.Dog) in dog.sound }
        let animal: any Fixtures.Animal = Fixtures.Dog()
        #expect(container.resolve(String.self, arguments: animal) == "woof")
    }

    @Test func existentialDoesNotFitOtherTypes() throws {
        let container = Container()
        container.register { (_: Resolver, dog: Fixtures.Dog) in dog.sound }
        let animal: any Fixtures.Animal = Fixtures.Cat()
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: animal)
        }
        #expect(error.code == .argumentMismatch)
    }

    @Test func numbersAreNotConverted() throws {
        let container = Container()
        container.register { (_: Resolver, value: Double) in "\(value)" }
        for attempt in [
            { try container.tryResolve(String.self, arguments: 1) },
            { try container.tryResolve(String.self, arguments: Int8(1)) },
            { try container.tryResolve(String.self, arguments: Float(1)) },
            { try container.tryResolve(String.self, arguments: true) },
        ] {
            let error = try #require(throws: ResolutionError.self) { try attempt() }
            #expect(error.code == .argumentMismatch)
        }
    }

    @Test func valueIsNeitherBridgedToAnObjectNorBack() {
        let container = Container()
        container.register { (_: Resolver, number: Double) in "\(number)" }
        container.register(name: "object") { (_: Resolver, number: NSNumber) in "\(number)" }
        container.register(name: "optional") { (_: Resolver, number: Int?) in "\(String(describing: number))" }
        for name in [nil, "optional"] as [ServiceName?] {
            let failure = #expect(throws: ResolutionError.self) {
                try container.tryResolve(String.self, name: name, arguments: NSNumber(value: 2))
            }
            #expect(failure?.code == .argumentMismatch)
        }
        let failure = #expect(throws: ResolutionError.self) {
            try container.tryResolve(String.self, name: "object", arguments: 5)
        }
        #expect(failure?.code == .argumentMismatch)
    }

    @Test func objectFitsWhatHoldsIt() {
        let container = Container()
        container.register { (_: Resolver, vehicle: Fixtures.Vehicle?) in vehicle?.kind ?? "nil" }
        container.register(name: "hashable") { (_: Resolver, number: NSNumber) in "\(number)" }
        container.register(name: "any hashable") { (_: Resolver, value: AnyHashable) in "\(value)" }
        container.register(name: "any object") { (_: Resolver, _: AnyObject) in "object" }
        #expect(container.resolve(String.self, arguments: Fixtures.Car()) == "car")
        #expect(container.resolve(String.self, name: "hashable", arguments: AnyHashable(NSNumber(value: 7))) == "7")
        let identifier = NSUUID()
        #expect(
            container.resolve(String.self, name: "any hashable", arguments: identifier) == identifier.uuidString
        )
        #expect(container.resolve(String.self, name: "any object", arguments: Fixtures.Car()) == "object")
        #expect(container.resolve(String.self, name: "any object", arguments: 5) == "object")
    }

    @Test func exactTypesGoFirst() {
        let container = Container()
        container.register { (_: Resolver, animal: any Fixtures.Animal) in "any \(animal.sound)" }
        container.register { (_: Resolver, dog: Fixtures.Dog) in "exactly \(dog.sound)" }
        #expect(container.resolve(String.self, arguments: Fixtures.Dog()) == "exactly woof")
        #expect(container.resolve(String.self, arguments: Fixtures.Cat()) == "any meow")
    }

    @Test func exactTypesOfAParentGoBeforeCompatibleOnesOfTheChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (_: Resolver, dog: Fixtures.Dog) in "exactly \(dog.sound)" }
        child.register { (_: Resolver, animal: any Fixtures.Animal) in "any \(animal.sound)" }
        #expect(child.resolve(String.self, arguments: Fixtures.Dog()) == "exactly woof")
    }

    @Test func compatibleRegistrationOfAParentIsFound() {
        let parent = Container()
        parent.register { (_: Resolver, animal: any Fixtures.Animal) in animal.sound }
        #expect(Container(parent: parent).resolve(String.self, arguments: Fixtures.Dog()) == "woof")
    }

    @Test func severalArgumentsFitEachOnItsOwn() {
        let container = Container()
        container.register { (_: Resolver, animal: any Fixtures.Animal, count: Int?, label: String) in
            "\(animal.sound) \(count ?? 0) \(label)"
        }
        let label: String? = "x"
        #expect(container.resolve(String.self, arguments: Fixtures.Dog(), 3, label) == "woof 3 x")
    }

    @Test func numberOfArgumentsHasToFit() throws {
        let container = Container()
        container.register { (_: Resolver, animal: any Fixtures.Animal) in animal.sound }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: Fixtures.Dog(), Fixtures.Dog())
        }
        #expect(error.code == .argumentMismatch)
    }

    @Test func nameHasToFit() throws {
        let container = Container()
        container.register(name: "eu") { (_: Resolver, animal: any Fixtures.Animal) in animal.sound }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: Fixtures.Dog())
        }
        #expect(error.code == .notRegistered)
        #expect(container.resolve(String.self, name: "eu", arguments: Fixtures.Dog()) == "woof")
    }

    @Test func keptInstanceIsThatOfTheConvertedArguments() {
        let container = Container()
        container.register { (_: Resolver, id: Int?) in Fixtures.User(id: id ?? 0) }.scope(.cached)
        let exact = container.resolve(Fixtures.User.self, arguments: 5 as Int?)
        #expect(container.resolve(Fixtures.User.self, arguments: 5) === exact)
        #expect(container.resolve(Fixtures.User.self, arguments: 6) !== exact)
    }

    @Test func nilIsAnArgumentThatInstancesAreKeptUnder() {
        let container = Container()
        container.register { (_: Resolver, id: Int?) in Fixtures.User(id: id ?? 0) }.scope(.cached)
        let first = container.resolve(Fixtures.User.self, arguments: nil as Int?)
        #expect(container.resolve(Fixtures.User.self, arguments: nil as Int?) === first)
    }
}
