import Seam
import TestKit
import Testing

struct ContainerScopeTests {
    private final class Router: Sendable {}

    @Test func everyAskedContainerHasItsOwnInstance() {
        let parent = Container()
        parent.register { Router() }.scope(.container)
        let first = Container(parent: parent)
        let second = Container(parent: parent)
        let routers = [parent, first, second].map { $0.resolve(Router.self) }
        #expect(Set(routers.map(ObjectIdentifier.init)).count == 3)
        #expect(first.resolve(Router.self) === routers[1])
        #expect(parent.resolve(Router.self) === routers[0])
    }

    @Test func instanceIsReleasedWithTheContainerThatWasAsked() {
        let parent = Container()
        parent.register { Router() }.scope(.container)
        weak var router: Router?
        do {
            let child = Container(parent: parent)
            router = child.resolve(Router.self)
            #expect(router != nil)
            withExtendedLifetime(child) {}
        }
        #expect(router == nil)
    }

    @Test(arguments: [Scope?.none, .container])
    func resetOfTheAskedContainerDropsItsOwnInstanceAlone(scope: Scope?) {
        let parent = Container()
        parent.register { Router() }.scope(.container)
        let child = Container(parent: parent)
        let childs = WeakReference(child.resolve(Router.self))
        let parents = WeakReference(parent.resolve(Router.self))
        #expect(childs.isReleased { child.reset(scope) })
        #expect(parents.object != nil)
    }

    @Test func resetOfAnotherScopeLeavesTheInstance() {
        let container = Container()
        container.register { Router() }.scope(.container)
        let router = WeakReference(container.resolve(Router.self))
        container.reset(.singleton)
        container.reset(.cached)
        #expect(router.object != nil)
    }

    @Test func replacementOfTheRegistrationDropsTheInstanceOfEveryContainer() {
        let parent = Container()
        parent.register { Router() }.scope(.container)
        let grandchild = Container(parent: Container(parent: parent))
        let parents = WeakReference(parent.resolve(Router.self))
        let grandchilds = WeakReference(grandchild.resolve(Router.self))
        #expect(parents.object != nil)
        #expect(grandchilds.object != nil)
        parent.register { Router() }.scope(.container)
        #expect(parents.object == nil)
        #expect(grandchilds.object == nil)
    }

    @Test func unregisteringDropsTheInstanceOfEveryContainer() {
        let parent = Container()
        parent.register { Router() }.scope(.container)
        let child = Container(parent: parent)
        let router = WeakReference(child.resolve(Router.self))
        #expect(router.isReleased { parent.unregister(Router.self) })
        #expect(child.optional(Router.self) == nil)
    }

    @Test func singletonOfTheParentGetsTheInstanceOfTheParent() {
        struct Holder: Sendable { let router: Router }
        let parent = Container()
        parent.register { Router() }.scope(.container)
        parent.register { r in Holder(router: r.resolve()) }.scope(.singleton)
        let child = Container(parent: parent)
        #expect(child.resolve(Holder.self).router === parent.resolve(Router.self))
    }

    @Test func valuesAreKeptLikeObjects() {
        let container = Container()
        let tally = Counter()
        container.register(Int.self) { tally.increment() }.scope(.container)
        #expect((0..<3).map { _ in container.resolve(Int.self) } == [1, 1, 1])
        #expect(Container(parent: container).resolve(Int.self) == 2)
    }

    @Test func instanceDoesNotKeepItsContainerAlive() {
        weak var container: Container?
        do {
            let held = Container()
            held.register { Router() }.scope(.container)
            _ = held.resolve(Router.self)
            container = held
        }
        #expect(container == nil)
    }
}
