import Seam
import TestKit
import Testing

/// Properties that all methods of a registration share.
struct RegistrationTests {
    @Test func methodsOfARegistrationMayBeCalledInAnyOrder() {
        let container = Container()
        let created = Counter()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
            .onCreate { _, _ in created.increment() }
            .onDispose { _ in }
            .decorate { service, _ in Fixtures.Wrapper(service) }
            .implements(AnyObject.self)
            .scope(.singleton)
        let service: any Fixtures.Service = container.resolve()
        #expect(service.label == "wrapped(live)")
        #expect(container.resolve(AnyObject.self) === service)
        #expect(created.count == 1)
    }

    @Test(arguments: [Scope].keeping)
    func changeOfTheScopeToUniqueDropsTheKeptInstance(scope: Scope) {
        let container = Container()
        let registration = container.register { Fixtures.Live() }.scope(scope)
        let kept = WeakReference(container.resolve(Fixtures.Live.self))
        #expect(kept.isReleased { registration.scope(.unique) })
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
    }

    @Test(arguments: [Scope].keeping.filter { $0 != .singleton })
    func changeOfTheScopeToSingletonKeepsAnotherInstance(scope: Scope) {
        let container = Container()
        let registration = container.register { Fixtures.Live() }.scope(scope)
        let kept = WeakReference(container.resolve(Fixtures.Live.self))
        #expect(kept.isReleased { registration.scope(.singleton) })
        let first: Fixtures.Live = container.resolve()
        #expect(first === container.resolve(Fixtures.Live.self))
    }

    @Test func methodOfAReplacedRegistrationChangesNothing() {
        let container = Container()
        let old = container.register { Fixtures.Live("old") }
        container.register { Fixtures.Live("new") }
        old.scope(.singleton).decorate { _, _ in Fixtures.Live("decorated") }
        #expect(container.resolve(Fixtures.Live.self).label == "new")
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
    }

    @Test func registrationIsSendable() {
        func requireSendable(_: some Sendable) {}
        requireSendable(Container().register { (_: Resolver, id: Int) in Fixtures.User(id: id) })
    }
}
