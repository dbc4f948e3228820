import Seam
import Testing

private final class Service: Sendable {}

extension Container {
    fileprivate var address: Factory<String> { self { "declared" } }
    fileprivate var service: Factory<Service> { self { Service() }.singleton }
    fileprivate var title: Factory<String> { self { "at \(self.address())" }.singleton }
}

struct FactoryCopyTests {
    private let container = Container()

    @Test func copyTakesOverridesAlong() {
        container.address.register { "mock" }
        #expect(Container(copying: container).address() == "mock")
    }

    @Test func copyBuildsItsOwnInstances() {
        let service = container.service()
        let copy = Container(copying: container)
        #expect(copy.service() !== service)
        #expect(container.service() === service)
    }

    @Test func copyBuildsItsOwnInstancesOfAnOverride() {
        container.service.register { Service() }
        let service = container.service()
        let copy = Container(copying: container)
        #expect(copy.service() !== service)
        #expect(container.service() === service)
    }

    @Test func copyUsesAClosureOfItsOwn() {
        #expect(container.title() == "at declared")
        let copy = Container(copying: container)
        copy.address.register { "copy" }
        #expect(copy.title() == "at copy")
        #expect(container.title() == "at declared")
    }

    @Test func laterOverridesOfTheCopyAndTheOriginalStayApart() {
        let copy = Container(copying: container)
        container.address.register { "original" }
        #expect(copy.address() == "declared")
        copy.address.register { "copy" }
        #expect(container.address() == "original")
    }

    @Test func resetInACopyLeavesTheOriginal() {
        container.address.register { "mock" }
        let copy = Container(copying: container)
        copy.address.reset()
        #expect(copy.address() == "declared")
        #expect(container.address() == "mock")
    }

    @Test func copyHasTheOverridesOfAncestors() {
        container.address.register { "mock" }
        let copy = Container(copying: Container(parent: container))
        container.address.reset()
        #expect(copy.address() == "mock")
    }

    @Test func declaredInstanceDoesNotHoldItsContainer() {
        weak var watched: Container?
        do {
            let held = Container()
            _ = held.title()
            _ = held.service()
            watched = held
        }
        #expect(watched == nil)
    }

    @Test func declaredInstanceIsReleasedWithItsContainer() {
        weak var service: Service?
        do {
            let held = Container()
            service = held.service()
            #expect(service != nil)
            withExtendedLifetime(held) {}
        }
        #expect(service == nil)
    }

    @Test func lazyValuesInsideDeclaredInstancesDoNotHoldTheContainer() {
        weak var watched: Container?
        do {
            let held = Container()
            _ = held.lazyHolder()
            watched = held
        }
        #expect(watched == nil)
    }
}

private final class LazyHolder: Sendable {
    let address = LazyInject(\.address)
    let service = DynamicInject(\.service)
}

extension Container {
    fileprivate var lazyHolder: Factory<LazyHolder> { self { LazyHolder() }.singleton }
}
