import Seam
import TestKit
import Testing

/// `register(autowiring:)`.
struct AutowiringTests {
    private final class Car: Sendable {
        let engine: Fixtures.Engine
        let wheels: Fixtures.Wheels
        init(engine: Fixtures.Engine, wheels: Fixtures.Wheels) {
            self.engine = engine
            self.wheels = wheels
        }
    }

    private final class Garage: Sendable {
        let tools: String?
        let spare: Fixtures.Engine?
        let lazy: Lazy<Fixtures.Engine>
        let provider: Provider<Fixtures.User, Int>
        let services: [any Fixtures.Service]
        init(
            tools: String?,
            spare: Fixtures.Engine?,
            lazy: Lazy<Fixtures.Engine>,
            provider: Provider<Fixtures.User, Int>,
            services: [any Fixtures.Service]
        ) {
            self.tools = tools
            self.spare = spare
            self.lazy = lazy
            self.provider = provider
            self.services = services
        }
    }

    private final class Fragile: Sendable {
        init(engine: Fixtures.Engine) throws { throw Fixtures.Breakdown() }
    }

    @Test func autowiringResolvesEachParameterByItsType() {
        let container = Container()
        container.register(autowiring: Car.init)
        container.register { Fixtures.Engine("v8") }
        container.register { Fixtures.Wheels(count: 6) }
        let car: Car = container.resolve()
        #expect(car.engine.label == "v8")
        #expect(car.wheels.count == 6)
    }

    @Test func autowiringTakesAnInitializerWithoutParameters() {
        let container = Container()
        container.register(autowiring: Fixtures.Mock.init)
        #expect(container.resolve(Fixtures.Mock.self).label == "mock")
    }

    private struct Unhashable: Sendable {}

    @Test func factoryThatIsTakenForAnInitialiserStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().register(String.self) { (_: Resolver, _: Unhashable) in "" }.scope(.cached)
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                The factory of 'String' is taken for an initialiser with a parameter of type 'Resolver'.
                  'Unhashable' is not Hashable, as the arguments of a factory with a scope have to be.
                  To fix it, make all its arguments Hashable, or take the scope away: without one, each request builds an \
                instance. If it is an initialiser that takes a resolver, call it in a factory: `{ services in String(…) }`.
                """
            )
        )
        await #expect(processExitsWith: .failure) {
            Container().registerOnMainActor(String.self) { (_: Resolver, _: Unhashable) in "" }.scope(.cached)
        }
    }

    private struct Tool: Sendable { init(services: Resolver) {} }

    @Test func initialiserThatTakesAResolverStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().register(autowiring: Tool.init)
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                The factory of 'Tool' is taken for an initialiser with a parameter of type 'Resolver'.
                  To fix it, call it in a factory: `{ services in AutowiringTests.Tool(…) }`.
                """
            )
        )
    }

    @MainActor private final class Screen { init(engine: Fixtures.Engine) {} }

    @Test func dependenciesOnTheMainActorAreKnownToo() async {
        let container = Container()
        container.registerOnMainActor(autowiring: Screen.init)
        #expect(container.explain(Screen.self).contains("Dependencies: 'Engine'."))
        // Found from the types: nothing is built on the main actor.
        #expect(container.findings.texts == ["missing Screen → Engine"])
    }

    @Test func autowiringTakesATypeNameAndScope() {
        let container = Container()
        container.register((any Fixtures.Service).self, name: "mock", autowiring: Fixtures.Mock.init)
            .scope(.singleton)
        let mock = container.resolve((any Fixtures.Service).self, name: "mock")
        #expect(mock === container.resolve((any Fixtures.Service).self, name: "mock"))
    }

    @Test func autowiringTakesAClosure() {
        let container = Container()
        container.register { Fixtures.Engine("v8") }
        container.register { Fixtures.Wheels() }
        container.register(autowiring: { (engine: Fixtures.Engine, wheels: Fixtures.Wheels) in
            "\(engine.label) on \(wheels.count)"
        })
        #expect(container.resolve(String.self) == "v8 on 4")
    }

    @Test func autowiringFillsOptionalLazyProviderAndArrayParameters() {
        let container = Container()
        let engines = Counter()
        container.register(autowiring: Garage.init)
        container.register { Fixtures.Engine("engine \(engines.increment())") }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
        container.contribute((any Fixtures.Service).self) { Fixtures.Mock() }
        let garage: Garage = container.resolve()
        #expect(garage.tools == nil)
        #expect(garage.spare?.label == "engine 1")
        #expect(engines.count == 1)
        #expect(garage.lazy.value.label == "engine 2")
        #expect(garage.lazy.value.label == "engine 2")
        #expect(garage.provider(9).id == 9)
        #expect(garage.services.map(\.label) == ["live", "mock"])
    }

    @Test func missingDependencyThrowsWithThePathAndThePlaceOfTheRegistration() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8, autowiring: Car.init)
        container.register { Fixtures.Engine() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Car.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .notRegistered)
        #expect(
            error.description == """
                No registration for 'Wheels'.
                  Path: Car → Wheels   (asked for at Shop/Modules.swift:8)
                  To fix it, register it before it is asked for: `container.register(Fixtures.Wheels.self) { … }`. \
                If the caller has the value, let it pass the value: instead of `autowiring:`, write a factory with an \
                argument.
                """
        )
    }

    @Test func valueThatIsMissingMayBeAnArgument() throws {
        let container = Container()
        container.register(autowiring: Fixtures.User.init)
        let advice = "let it pass the value: instead of `autowiring:`, write a factory with an argument."
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.User.self) }
        #expect(error.description.contains(advice))
        let findings = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(findings?.description.contains(advice) == true)
    }

    @Test func throwingInitializerFailsTheRequest() throws {
        let container = Container()
        container.register(autowiring: Fragile.init)
        container.register { Fixtures.Engine() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fragile.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
    }

    @Test func brokenOptionalDependencyStillFails() throws {
        let container = Container()
        container.register(autowiring: Garage.init)
        container.register { () throws -> Fixtures.Engine in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Garage.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
    }

    @Test func cycleOfAutowiredServicesThrows() throws {
        let container = Container()
        container.register(autowiring: { (_: Fixtures.Wheels) in Fixtures.Engine() })
        container.register(autowiring: { (_: Fixtures.Engine) in Fixtures.Wheels() })
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Engine.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Engine", "Wheels", "Engine"])
    }

    @Test func cycleOfAutowiredServicesIsBrokenByLazy() {
        let container = Container()
        container.register(autowiring: { (_: Lazy<Fixtures.Live>) in Fixtures.User(id: 2) })
        container.register(autowiring: { (user: Fixtures.User) in Fixtures.Live("user \(user.id)") })
        #expect(container.resolve(Fixtures.Live.self).label == "user 2")
    }

    @Test func autowiringUsesTheAskedContainersRegistrations() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(autowiring: Car.init)
        parent.register { Fixtures.Engine("parent") }
        parent.register { Fixtures.Wheels() }
        child.register { Fixtures.Engine("child") }
        #expect(child.resolve(Car.self).engine.label == "child")
        #expect(parent.resolve(Car.self).engine.label == "parent")
    }

    @Test func closureWhoseFirstParameterIsAResolverIsAFactory() {
        let container = Container()
        container.register { (resolver: Resolver, wheels: Fixtures.Wheels) in
            Fixtures.Engine("\(wheels.count)")
        }
        #expect(container.resolve(Fixtures.Engine.self, arguments: Fixtures.Wheels(count: 3)).label == "3")
        #expect(container.isRegistered(Fixtures.Engine.self))
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Engine.self) }
    }
}
