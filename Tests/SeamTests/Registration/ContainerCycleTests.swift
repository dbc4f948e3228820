import Seam
import TestKit
import Testing

/// References from a container's own factories and instances back to the container.
struct ContainerCycleTests {
    /// An instance that a container caches, and that may hold the container.
    fileprivate final class Holder: Sendable {
        let dependency: any Sendable
        init(_ dependency: any Sendable) { self.dependency = dependency }
    }

    fileprivate final class LazyHolder {
        @LazyInject(\.holder) var holder
    }

    @Test func resolverInAFactoryHoldsNoContainer() {
        let released = WeakReference(
            container { container in
                container.register { services in Holder(services.resolve(Int.self)) }.scope(.singleton)
            }
        )
        #expect(released.object == nil)
    }

    @Test func lazyAndProviderInACachedInstanceHoldTheContainerWeakly() {
        let released = WeakReference(
            container { container in
                container.register { services in
                    Holder([services.resolve(Lazy<Int>.self) as any Sendable, services.resolve(Provider<Int>.self)])
                }
                .scope(.singleton)
            }
        )
        #expect(released.object == nil)
    }

    @Test func instanceThatHoldsItsContainerKeepsIt() throws {
        let kept = WeakReference(
            container { container in
                container.register { services in Holder(services.container) }.scope(.singleton)
            }
        )
        let container = try #require(kept.object)
        #expect(container.resolve(Holder.self).dependency as? Container === container)
        container.removeAll()
    }

    @Test func factoryThatCapturesItsContainerKeepsIt() throws {
        let kept = WeakReference(
            container { container in
                container.register { Holder(container.resolve(Int.self)) }
            }
        )
        try #require(kept.object).removeAll()
    }

    @Test func propertyWrapperInADeclaredServiceHoldsTheContainerWeakly() {
        let released = WeakReference(container { _ = $0.lazyHolder() })
        #expect(released.object == nil)
    }

    @Test func declaredServiceThatHoldsItsContainerKeepsItUntilAReset() throws {
        let kept = WeakReference(container { _ = $0.holder() })
        let container = try #require(kept.object)
        container.reset()
        #expect(container.holder().dependency as? Container === container)
        container.reset()
    }

    /// A container whose holder was built once, referenced by nothing else.
    private func container(_ register: (Container) -> Void) -> Container {
        let container = Container()
        container.register { 1 }
        container.register { Holder(1) }
        register(container)
        _ = container.resolve(Holder.self)
        return container
    }
}

extension Container {
    fileprivate var holder: Factory<ContainerCycleTests.Holder> {
        self { ContainerCycleTests.Holder(Container.current) }.singleton
    }
    fileprivate var lazyHolder: Factory<ContainerCycleTests.LazyHolder> {
        self { ContainerCycleTests.LazyHolder() }.singleton
    }
}
