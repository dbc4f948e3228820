import Seam
import TestKit
import Testing

/// `T?` as a service: an exact registration, else `T`, else `nil`.
struct OptionalServiceTests {
    @Test func optionalIsTheWrappedServiceIfThatIsKnown() {
        let container = Container()
        container.register { 1 }
        let inferred: Int? = container.resolve()
        #expect(inferred == 1)
        #expect(container.resolve(Int?.self) == .some(1))
    }

    @Test func optionalIsNilIfNothingIsKnown() throws {
        let container = Container()
        let inferred: Int? = container.resolve()
        #expect(inferred == nil)
        #expect(try container.tryResolve(Int?.self) == nil)
        #expect(container.resolve((any Fixtures.Service)?.self) == nil)
    }

    @Test func exactRegistrationOfAnOptionalWins() {
        let container = Container()
        container.register(Int.self) { 1 }
        container.register(Int?.self) { nil }
        #expect(container.resolve(Int?.self) == nil)
        container.register(Int?.self) { 2 }
        #expect(container.resolve(Int?.self) == .some(2))
    }

    @Test func exactRegistrationOfAnOptionalInAParentWins() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(Int?.self) { 1 }
        child.register(Int.self) { 2 }
        #expect(child.resolve(Int?.self) == .some(1))
    }

    @Test func optionalTakesNameAndArguments() {
        let container = Container()
        container.register(name: "eu") { 1 }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        #expect(container.resolve(Int?.self, name: "eu") == .some(1))
        #expect(container.resolve(Int?.self, name: "us") == nil)
        #expect(container.resolve(Int?.self) == nil)
        #expect(container.resolve(Fixtures.User?.self, arguments: 3)?.id == 3)
        #expect(container.resolve(Fixtures.User?.self, arguments: "a") == nil)
    }

    @Test func optionalIsTheKeptInstance() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
        #expect(container.resolve(Fixtures.Live?.self) === container.resolve(Fixtures.Live.self))
    }

    @Test func failureOfTheWrappedServiceIsThrown() throws {
        let container = Container()
        container.register { () throws -> Int in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int?.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
    }

    @Test func missingDependencyOfTheWrappedServiceIsThrown() throws {
        let container = Container()
        container.register { (resolver: Resolver) in try resolver.tryResolve(Int.self).description }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String?.self) }
        #expect(error.code == .notRegistered)
        #expect(error.path.last?.description == "Int")
    }

    @Test func optionalIsNeverAWrappedNil() {
        func make<Service>(_ type: Service.Type, from container: Container) -> Service { container.resolve() }
        let container = Container()
        #expect(container.resolve(Int??.self) == .none)
        #expect(make(Int??.self, from: container) == .none)
        container.register(Int?.self) { nil }
        #expect(container.resolve(Int??.self) == .none)
        #expect(make(Int??.self, from: container) == .none)
        container.register(Int?.self) { 5 }
        #expect(container.resolve(Int??.self) == 5)
    }

    @Test func registrationOfAnOptionalDoesNotSatisfyTheWrappedType() throws {
        let container = Container()
        container.register(Int?.self) { 1 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(error.code == .notRegistered)
    }

    @Test func optionalWorksInFactories() {
        let container = Container()
        container.register { (resolver: Resolver) -> String in
            let value: Int? = resolver.resolve()
            return value.map { "\($0)" } ?? "none"
        }
        #expect(container.resolve(String.self) == "none")
    }
}
