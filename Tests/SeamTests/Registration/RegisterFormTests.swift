import Seam
import TestKit
import Testing

/// Every shape in which a registration is written.
struct RegisterFormTests {
    private typealias Service = any Fixtures.Service

    @Test func typeIsInferredFromTheClosure() {
        let container = Container()
        container.register { Fixtures.Live() as any Fixtures.Service }
        #expect(container.resolve(Service.self).label == "live")
        #expect(container.optional(Fixtures.Live.self) == nil)
    }

    @Test func typeIsWrittenOut() {
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
        #expect(container.resolve(Service.self).label == "live")
    }

    @Test func nameIsGiven() {
        let container = Container()
        container.register(Service.self, name: "mock") { Fixtures.Mock() }
        #expect(container.resolve(Service.self, name: "mock").label == "mock")
    }

    @Test func nameIsGivenWithoutAType() {
        let container = Container()
        container.register(name: "mock") { Fixtures.Mock() }
        #expect(container.resolve(Fixtures.Mock.self, name: "mock").label == "mock")
    }

    @Test func closureTakesAResolverAndArguments() {
        let container = Container()
        container.register { "Ann" }
        container.register { r, id in Fixtures.User(id: id, name: r.resolve()) }
        let user: Fixtures.User = container.resolve(arguments: 42)
        #expect(user.id == 42)
        #expect(user.name == "Ann")
    }

    @Test func closureTakesAResolverAlone() {
        let container = Container()
        container.register { "v8" }
        container.register { r in Fixtures.Engine(r.resolve()) }
        #expect(container.resolve(Fixtures.Engine.self).label == "v8")
    }

    @Test func closureTakesAnUnnamedResolver() {
        let container = Container()
        container.register { _ in Fixtures.Engine("v8") }
        container.register { _, id in Fixtures.User(id: id) }
        #expect(container.resolve(Fixtures.Engine.self).label == "v8")
        #expect(container.resolve(Fixtures.User.self, arguments: 1).id == 1)
    }

    @Test func closureUsesShorthandNames() {
        let container = Container()
        container.register { Fixtures.User(id: $1, name: $0.resolve()) }
        container.register { "Ann" }
        #expect(container.resolve(Fixtures.User.self, arguments: 7).name == "Ann")
    }

    @Test func closureHasSeveralStatements() {
        let container = Container()
        container.register { (resolver: Resolver, id: Int, name: String) -> Fixtures.User in
            let prefix: String = resolver.resolve()
            return Fixtures.User(id: id, name: prefix + name)
        }
        container.register { "Dr. " }
        #expect(container.resolve(Fixtures.User.self, arguments: 1, "Ann").name == "Dr. Ann")
    }

    @Test func resolverInfersTheTypesOfDependencies() {
        let container = Container()
        container.register { Fixtures.Live() as any Fixtures.Service }
        container.register { r in Fixtures.Wrapper(r.resolve()) }
        #expect(container.resolve(Fixtures.Wrapper.self).label == "wrapped(live)")
    }

    @Test func closureMayThrow() throws {
        let container = Container()
        container.register { () throws -> Fixtures.Live in throw Fixtures.Breakdown() }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
    }

    @Test func initializerIsAFactory() {
        let container = Container()
        container.register(Service.self, Fixtures.Mock.init)
        #expect(container.resolve(Service.self).label == "mock")
    }

    @Test func eightArgumentsAreNoLimit() {
        let container = Container()
        container.register { (_: Resolver, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: String) in
            "\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)"
        }
        #expect(container.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7, "x") == "1234567x")
    }

    @Test func valueIsGiven() {
        let container = Container()
        container.register(value: 5)
        container.register(Service.self, value: Fixtures.Mock())
        #expect(container.resolve(Int.self) == 5)
        #expect(container.resolve(Service.self).label == "mock")
    }

    @Test func optionalServiceIsRegistered() {
        let container = Container()
        container.register(Int?.self) { nil }
        #expect(container.resolve(Int?.self) == nil)
    }

    @Test func servicesAndArgumentsNeedNotBeSendable() {
        final class Plain {
            var label: String
            init(_ label: String) { self.label = label }
        }
        final class Input {
            var text = "input"
        }
        let container = Container()
        container.register { (_: Resolver, input: Input) in Plain(input.text) }
        container.register { Plain("kept") }.scope(.singleton)
        #expect(container.resolve(Plain.self, arguments: Input()).label == "input")
        container.resolve(Plain.self).label = "changed"
        #expect(container.resolve(Plain.self).label == "changed")
    }

    @Test func placeOfTheRegistrationIsRecorded() throws {
        let container = Container()
        let line = #line + 1
        container.register(name: "eu") { 1 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(error.description.contains("\"eu\" (\(#fileID):\(line))"))
    }

    @Test @MainActor func mainActorFormTakesClosuresWithAndWithoutParameters() throws {
        let container = Container()
        container.registerOnMainActor { Fixtures.Live() }
        container.registerOnMainActor { r in Fixtures.Wrapper(r.resolve(Fixtures.Live.self)) }
        container.registerOnMainActor { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.registerOnMainActor(Service.self, name: "mock") { Fixtures.Mock() }
        #expect(try container.tryResolve(Fixtures.Wrapper.self).label == "wrapped(live)")
        #expect(try container.tryResolve(Fixtures.User.self, arguments: 3).id == 3)
        #expect(try container.tryResolve(Service.self, name: "mock").label == "mock")
    }

    @Test func asyncFormTakesClosuresWithAndWithoutParameters() async throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.registerAsync { r in Fixtures.Wrapper(try await r.resolveAsync(Fixtures.Live.self)) }
        container.registerAsync { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.registerAsync(Service.self, name: "mock") { Fixtures.Mock() }
        #expect(try await container.resolveAsync(Fixtures.Wrapper.self).label == "wrapped(live)")
        #expect(try await container.resolveAsync(Fixtures.User.self, arguments: 3).id == 3)
        #expect(try await container.resolveAsync(Service.self, name: "mock").label == "mock")
    }
}
