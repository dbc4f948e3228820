import Seam
import TestKit
import Testing

/// `registration.decorate`.
struct DecoratorTests {
    private typealias Service = any Fixtures.Service

    @Test func lastDecoratorIsOutermost() {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }
            .decorate { service, _ in Fixtures.Wrapper(service, "first") }
            .decorate { service, _ in Fixtures.Wrapper(service, "second") }
        #expect(container.resolve(Service.self).label == "second(first(live))")
    }

    @Test(arguments: [Scope].keepingOrShared)
    func decoratorRunsOncePerKeptInstance(_ scope: Scope) {
        let container = Container()
        let count = Counter()
        container.register(Service.self) { Fixtures.Live() }.scope(scope)
            .decorate { service, _ in
                count.increment()
                return Fixtures.Wrapper(service)
            }
        let first = container.resolve(Service.self)
        #expect(first === container.resolve(Service.self))
        #expect(first.label == "wrapped(live)")
        #expect(count.count == 1)
    }

    @Test func decoratorRunsForEveryUniqueInstance() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }
            .decorate { live, _ in
                count.increment()
                return live
            }
        _ = container.resolve(Fixtures.Live.self)
        _ = container.resolve(Fixtures.Live.self)
        #expect(count.count == 2)
    }

    @Test func decoratorResolvesItsOwnDependencies() {
        let container = Container()
        container.register { Fixtures.Engine("v8") }
        container.register(Service.self) { Fixtures.Live() }
            .decorate { service, resolver in
                Fixtures.Wrapper(service, resolver.resolve(Fixtures.Engine.self).label)
            }
        #expect(container.resolve(Service.self).label == "v8(live)")
    }

    @Test func decoratorEndsWithItsRegistration() {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }.decorate { service, _ in Fixtures.Wrapper(service) }
        container.register(Service.self) { Fixtures.Mock() }
        #expect(container.resolve(Service.self).label == "mock")
    }

    @Test func decoratorAppliesToItsOwnName() {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }
        container.register(Service.self, name: "eu") { Fixtures.Live() }
            .decorate { service, _ in Fixtures.Wrapper(service) }
        #expect(container.resolve(Service.self).label == "live")
        #expect(container.resolve(Service.self, name: "eu").label == "wrapped(live)")
    }

    @Test func decoratorAppliesToInstancesWithArguments() {
        let container = Container()
        container.register(Service.self) { (_: Resolver, label: String) in Fixtures.Live(label) }
            .decorate { service, _ in Fixtures.Wrapper(service) }
        #expect(container.resolve(Service.self, arguments: "a").label == "wrapped(a)")
    }

    @Test func decoratorThatThrowsFailsTheRequest() throws {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton).decorate { _, _ in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
        #expect(error.steps == ["Live"])
    }

    @Test func decoratorThatThrewIsTriedAgain() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.scope(.singleton)
            .decorate { live, _ in
                guard count.increment() > 1 else { throw Fixtures.Breakdown() }
                return live
            }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(container.resolve(Fixtures.Live.self).label == "live")
    }

    @Test func decoratorThatNeedsTheDecoratedServiceIsACycle() throws {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }
            .decorate { service, resolver in
                _ = try resolver.tryResolve(Service.self)
                return service
            }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Service.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Service", "Service"])
    }

    @Test func decoratorAddedAfterABuildAppliesToLaterInstances() {
        let container = Container()
        let registration = container.register(Service.self) { Fixtures.Live() }
        #expect(container.resolve(Service.self).label == "live")
        registration.decorate { service, _ in Fixtures.Wrapper(service) }
        #expect(container.resolve(Service.self).label == "wrapped(live)")
    }
}
