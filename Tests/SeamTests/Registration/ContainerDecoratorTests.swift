import Seam
import TestKit
import Testing

/// `container.decorate`.
struct ContainerDecoratorTests {
    private typealias Service = any Fixtures.Service

    @Test func decoratorAppliesToARegistrationMadeLater() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register(Service.self) { Fixtures.Live() }
        #expect(container.resolve(Service.self).label == "wrapped(live)")
    }

    @Test func decoratorAppliesToARegistrationMadeBefore() {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        #expect(container.resolve(Service.self).label == "wrapped(live)")
    }

    @Test func decoratorOutlivesReRegistration() {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register(Service.self) { Fixtures.Mock() }
        #expect(container.resolve(Service.self).label == "wrapped(mock)")
        container.unregister(Service.self)
        container.register(Service.self) { Fixtures.Live() }
        #expect(container.resolve(Service.self).label == "wrapped(live)")
    }

    @Test func decoratorOutlivesChangesOfTheRegistration() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register(Service.self) { Fixtures.Live() }.scope(.singleton).scope(.unique).implements(AnyObject.self)
        #expect(container.resolve(Service.self).label == "wrapped(live)")
    }

    @Test func decoratorIsOutsideTheRegistrationsOwn() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "container 1") }
        container.register(Service.self) { Fixtures.Live() }
            .decorate { service, _ in Fixtures.Wrapper(service, "own") }
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "container 2") }
        #expect(container.resolve(Service.self).label == "container 2(container 1(own(live)))")
    }

    @Test func decoratorBelongsToItsName() {
        let container = Container()
        container.register(Service.self) { Fixtures.Live() }
        container.register(Service.self, name: "eu") { Fixtures.Live() }
        container.decorate(Service.self, name: "eu") { service, _ in Fixtures.Wrapper(service) }
        #expect(container.resolve(Service.self).label == "live")
        #expect(container.resolve(Service.self, name: "eu").label == "wrapped(live)")
    }

    @Test func decoratorAppliesAtAnyArguments() {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.register(Service.self) { (_: Resolver, label: String) in Fixtures.Live(label) }
        #expect(container.resolve(Service.self, arguments: "a").label == "wrapped(a)")
    }

    @Test(arguments: [Scope].keepingOrShared)
    func decoratorRunsOncePerKeptInstance(_ scope: Scope) {
        let container = Container()
        let count = Counter()
        container.decorate(Service.self) { service, _ in
            count.increment()
            return Fixtures.Wrapper(service)
        }
        container.register(Service.self) { Fixtures.Live() }.scope(scope)
        let first = container.resolve(Service.self)
        #expect(first === container.resolve(Service.self))
        #expect(count.count == 1)
    }

    @Test func decoratorOfTheParentAppliesToTheParentsRegistrationAskedThroughAChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(Service.self) { Fixtures.Live() }
        parent.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "parent") }
        child.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "child") }
        #expect(child.resolve(Service.self).label == "child(parent(live))")
        #expect(parent.resolve(Service.self).label == "parent(live)")
    }

    @Test func decoratorOfAChildDoesNotReachAnInstanceThatTheParentKeeps() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(Service.self) { Fixtures.Live() }.scope(.singleton)
        child.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "child") }
        let kept = child.resolve(Service.self)
        #expect(kept.label == "live")
        #expect(kept === parent.resolve(Service.self))
    }

    @Test func decoratorResolvesThroughTheBuildingContainer() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(Service.self) { Fixtures.Live() }
        parent.decorate(Service.self) { service, resolver in
            Fixtures.Wrapper(service, resolver.resolve(Fixtures.Engine.self).label)
        }
        child.register { Fixtures.Engine("child") }
        #expect(child.resolve(Service.self).label == "child(live)")
    }

    @Test func decoratorAppliesToAMainActorRegistration() async throws {
        let container = Container()
        container.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        container.registerOnMainActor(Service.self) { Fixtures.Live() }
        #expect(try await container.resolveAsync(Service.self).label == "wrapped(live)")
    }

    @Test func decoratorThatThrowsFailsTheRequest() throws {
        let container = Container()
        container.decorate(Service.self) { _, _ in throw Fixtures.Breakdown() }
        container.register(Service.self) { Fixtures.Live() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Service.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
    }
}
