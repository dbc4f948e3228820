import Seam
import TestKit
import Testing

/// `withOverrides`: the services that an override reaches.
struct OverrideTests {
    private typealias Service = any Fixtures.Service

    private func shop() -> Container {
        let container = Container()
        container.register { Fixtures.Live("live") }.scope(.singleton).implements(Service.self)
        container.register { (resolver: Resolver) in Fixtures.Wrapper(resolver.resolve(Service.self), "page") }
            .scope(.singleton)
        return container
    }

    @Test func overrideWinsInside() {
        withContainer(shop()) {
            withOverrides {
                $0.register(Service.self) { Fixtures.Mock() }
            } operation: {
                #expect(resolve(Service.self).label == "mock")
            }
            #expect(resolve(Service.self).label == "live")
        }
    }

    @Test func overrideReachesAliasesOfTheOverriddenService() {
        withContainer(shop()) {
            withOverrides {
                $0.register { Fixtures.Live("test") }
            } operation: {
                #expect(resolve(Service.self).label == "test")
            }
        }
    }

    @Test func overrideReachesDependentsThatAreKeptOutside() {
        withContainer(shop()) {
            #expect(resolve(Fixtures.Wrapper.self).label == "page(live)")
            withOverrides {
                $0.register { Fixtures.Live("test") }
            } operation: {
                #expect(resolve(Fixtures.Wrapper.self).label == "page(test)")
            }
            #expect(resolve(Fixtures.Wrapper.self).label == "page(live)")
        }
    }

    @Test func overrideReachesServicesThatAParentOwns() {
        let parent = shop()
        let child = Container(parent: parent)
        withContainer(child) {
            withOverrides {
                $0.register(Service.self) { Fixtures.Mock() }
            } operation: {
                #expect(resolve(Fixtures.Wrapper.self).label == "page(mock)")
            }
        }
    }

    @Test func overrideIsOneInstanceAtEveryLevel() {
        let parent = Container()
        parent.register(Service.self) { Fixtures.Live() }.scope(.singleton)
        parent.register { (resolver: Resolver) in [resolver.resolve(Service.self)] }.scope(.singleton)
        withContainer(Container(parent: parent)) {
            withOverrides {
                $0.register(Service.self) { Fixtures.Mock() }.scope(.singleton)
            } operation: {
                #expect(resolve([any Fixtures.Service].self)[0] === resolve(Service.self))
            }
        }
    }

    @Test func aliasesOfAnOverrideReachServicesThatAParentOwns() {
        let parent = shop()
        withContainer(Container(parent: parent)) {
            withOverrides {
                $0.register { Fixtures.Mock() }.implements(Service.self)
            } operation: {
                #expect(resolve(Fixtures.Wrapper.self).label == "page(mock)")
            }
        }
    }

    @Test func decoratorRunsOncePerInstance() {
        let parent = Container()
        parent.register(Service.self) { Fixtures.Live() }
        withContainer(Container(parent: parent)) {
            withOverrides {
                $0.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
            } operation: {
                #expect(resolve(Service.self).label == "wrapped(live)")
            }
        }
    }

    @Test func decoratorReachesServicesThatAParentOwns() {
        withContainer(Container(parent: shop())) {
            withOverrides {
                $0.decorate(Service.self) { service, _ in Fixtures.Wrapper(service, "spy") }
            } operation: {
                #expect(resolve(Fixtures.Wrapper.self).label == "page(spy(live))")
            }
        }
    }

    @Test(arguments: [false, true])
    func decoratorOfAParentStaysOnServicesThatItOwns(_ isConfigured: Bool) {
        let parent = shop()
        parent.decorate(Service.self) { service, _ in Fixtures.Wrapper(service) }
        withContainer(Container(parent: parent)) {
            withOverrides {
                let registration = $0.register(Service.self) { Fixtures.Mock() }
                if isConfigured { registration.implements(AnyObject.self).scope(.unique) }
            } operation: {
                #expect(resolve(Fixtures.Wrapper.self).label == "page(wrapped(mock))")
            }
        }
    }

    @Test func removingAllReachesEveryLevel() {
        let parent = Container()
        parent.register { 1 }
        withContainer(Container(parent: parent)) {
            withOverrides {
                $0.removeAll()
            } operation: {
                #expect(Container.current.optional(Int.self) == nil)
            }
        }
        #expect(parent.resolve(Int.self) == 1)
    }

    @Test func unregisteringReachesEveryLevel() {
        withContainer(Container(parent: shop())) {
            withOverrides {
                #expect($0.unregister(Service.self))
            } operation: {
                #expect(Container.current.optional(Service.self) == nil)
            }
            #expect(Container.current.optional(Service.self) != nil)
        }
    }

    @Test func registrationMadeInsideStaysInside() {
        let container = shop()
        withContainer(container) {
            withOverrides { _ in
            } operation: {
                Container.current.register(Service.self) { Fixtures.Mock() }
                #expect(resolve(Service.self).label == "mock")
            }
        }
        #expect(container.resolve(Service.self).label == "live")
    }

    @Test func contributionsOfAnOverrideAreCollectedOnce() {
        let parent = Container()
        parent.contribute { 1 }
        withContainer(Container(parent: parent)) {
            withOverrides {
                $0.contribute { 2 }
            } operation: {
                #expect(Container.current.all(Int.self) == [1, 2])
            }
        }
    }

    @Test func overrideReachesServicesWithArguments() {
        let container = Container()
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        withContainer(container) {
            withOverrides {
                $0.register { (_: Resolver, id: Int) in Fixtures.User(id: -id) }
            } operation: {
                #expect(resolve(Fixtures.User.self, arguments: 4).id == -4)
            }
        }
    }
}
