import Seam
import TestKit
import Testing

/// The requests that a registration answers.
struct KeyLookupTests {
    @Test func tupleAndTwoArgumentsAreRegisteredSideBySide() {
        let container = Container()
        container.register(String.self) { (_: Resolver, pair: (Int, Int)) in "pair \(pair.0) \(pair.1)" }
        container.register(String.self) { (_: Resolver, first: Int, second: Int) in "two \(first) \(second)" }
        #expect(container.resolve(String.self, arguments: (1, 2)) == "pair 1 2")
        #expect(container.resolve(String.self, arguments: 1, 2) == "two 1 2")
    }

    @Test func twoArgumentsDoNotAnswerATuple() throws {
        let container = Container()
        container.register(String.self) { (_: Resolver, first: Int, second: Int) in "two \(first) \(second)" }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: (1, 2))
        }
        #expect(error.code == .argumentMismatch)
    }

    @Test func emptyTupleIsAnArgument() {
        let container = Container()
        container.register { "without" }
        container.register(String.self) { (_: Resolver, _: Void) in "with" }
        #expect(container.resolve(String.self) == "without")
        #expect(container.resolve(String.self, arguments: ()) == "with")
    }

    @Test func optionalAndWrappedAreRegisteredSideBySide() {
        let container = Container()
        container.register(Int.self) { 1 }
        container.register(Int?.self) { 2 }
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int?.self) == .some(2))
    }

    @Test func existentialsAndCompositionsAreRegisteredSideBySide() {
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Live("one") }
        container.register((any Fixtures.Service & Fixtures.Auditing).self) { Fixtures.Live("both") }
        container.register { Fixtures.Live("class") }
        #expect(container.resolve((any Fixtures.Service).self).label == "one")
        #expect(container.resolve((any Fixtures.Service & Fixtures.Auditing).self).label == "both")
        #expect(container.resolve(Fixtures.Live.self).label == "class")
    }

    @Test func namedRequestNeverFallsBackToTheUnnamed() throws {
        let container = Container()
        container.register { 1 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self, name: "eu") }
        #expect(error.code == .notRegistered)
    }

    @Test func unnamedRequestNeverFallsBackToTheNamed() throws {
        let container = Container()
        container.register(name: "eu") { 1 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(error.code == .notRegistered)
    }

    @Test func registrationsOfDifferentNamesAreKeptApart() {
        let container = Container()
        container.register { 0 }
        for index in 1...200 { container.register(name: ServiceName("name \(index)")) { index } }
        #expect((1...200).allSatisfy { container.resolve(Int.self, name: ServiceName("name \($0)")) == $0 })
        #expect(container.resolve(Int.self) == 0)
    }

    @Test func registrationsOfDifferentArgumentsAreKeptApart() {
        let container = Container()
        container.register(String.self) { "none" }
        container.register(String.self) { (_: Resolver, value: Int) in "int \(value)" }
        container.register(String.self) { (_: Resolver, value: Double) in "double \(value)" }
        #expect(container.resolve(String.self) == "none")
        #expect(container.resolve(String.self, arguments: 1) == "int 1")
        #expect(container.resolve(String.self, arguments: 1.5) == "double 1.5")
    }

    @Test func subclassAndBaseAreDifferentKeys() {
        let container = Container()
        container.register { Fixtures.Car() }
        #expect(container.optional(Fixtures.Vehicle.self) == nil)
        container.register { Fixtures.Vehicle() }
        #expect(container.resolve(Fixtures.Vehicle.self).kind == "vehicle")
        #expect(container.resolve(Fixtures.Car.self).kind == "car")
    }

    @Test func functionsTuplesAndMetatypesAreServices() {
        let container = Container()
        container.register((@Sendable (Int) -> Int).self) { { $0 + 1 } }
        container.register((Int, String).self) { (1, "a") }
        container.register((any Fixtures.Service.Type).self) { Fixtures.Mock.self }
        #expect(container.resolve((@Sendable (Int) -> Int).self)(1) == 2)
        let pair = container.resolve((Int, String).self)
        #expect(pair.0 == 1 && pair.1 == "a")
        #expect(container.resolve((any Fixtures.Service.Type).self) == Fixtures.Mock.self)
    }

    @Test func functionsAreKeptAsTheyAre() {
        let container = Container()
        let count = Counter()
        container.register((@Sendable (Int) -> Int).self) {
            count.increment()
            return { $0 + 1 }
        }
        .scope(.singleton)
        #expect(container.resolve((@Sendable (Int) -> Int).self)(1) == 2)
        #expect(container.resolve((@Sendable (Int) -> Int).self)(2) == 3)
        #expect(count.count == 1)
    }

    @Test func anyAndNeverAreOrdinaryKeys() throws {
        let container = Container()
        container.register(Any.self) { 1 }
        #expect(container.resolve(Any.self) as? Int == 1)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Never.self) }
        #expect(error.code == .notRegistered)
    }
}
