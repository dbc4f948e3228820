import Dispatch
import Seam
import TestKit
import Testing

/// `Container.current` and `withContainer`.
struct CurrentContainerTests {
    @Test func currentContainerIsMainIfNoneIsBound() {
        #expect(Container.current === Container.main)
    }

    @Test func currentContainerIsTheBoundOne() {
        let container = Container()
        withContainer(container) { #expect(Container.current === container) }
        #expect(Container.current === Container.main)
    }

    @Test func currentContainerIsTheInnermostOfNestedOnes() {
        let outer = Container()
        let inner = Container()
        withContainer(outer) {
            withContainer(inner) { #expect(Container.current === inner) }
            #expect(Container.current === outer)
        }
    }

    @Test func currentContainerIsTheBuildingOneInsideAFactory() {
        let bound = Container()
        let building = Container()
        building.register { ObjectIdentifier(Container.current) }
        withContainer(bound) {
            #expect(building.resolve(ObjectIdentifier.self) == ObjectIdentifier(building))
            #expect(Container.current === bound)
        }
    }

    @Test func currentContainerIsTheBoundOneInsideAFactoryThatBinds() {
        let container = Container()
        let bound = Container()
        container.register { withContainer(bound) { ObjectIdentifier(Container.current) } }
        #expect(container.resolve(ObjectIdentifier.self) == ObjectIdentifier(bound))
    }

    @Test func currentContainerIsTheBuildingOneInDecoratorsAndHooks() {
        let container = Container()
        let seen = Journal<ObjectIdentifier>()
        container.register { Fixtures.Live() }
            .decorate { live, _ in
                seen.note(ObjectIdentifier(Container.current))
                return live
            }
            .onCreate { _, _ in seen.note(ObjectIdentifier(Container.current)) }
        _ = container.resolve(Fixtures.Live.self)
        #expect(seen.entries == [ObjectIdentifier(container), ObjectIdentifier(container)])
    }

    @Test func currentContainerIsTheOwnerInsideTheFactoryOfAKeptService() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { ObjectIdentifier(Container.current) }.scope(.singleton)
        #expect(child.resolve(ObjectIdentifier.self) == ObjectIdentifier(parent))
    }

    @Test func freeResolveAsksTheCurrentContainer() {
        let container = Container()
        container.register { Fixtures.Live() as any Fixtures.Service }
        container.register(name: "eu") { 5 }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        withContainer(container) {
            let service: any Fixtures.Service = resolve()
            #expect(service.label == "live")
            #expect(resolve(Int.self, name: "eu") == 5)
            #expect(resolve(Fixtures.User.self, arguments: 4).id == 4)
        }
    }

    @Test func freeResolveIsADefaultArgument() {
        struct Screen {
            let service: any Fixtures.Service
            init(service: any Fixtures.Service = resolve()) { self.service = service }
        }
        let container = Container()
        container.register { Fixtures.Live() as any Fixtures.Service }
        container.register { Screen().service.label }
        #expect(container.resolve(String.self) == "live")
        #expect(withContainer(container) { Screen().service.label } == "live")
    }

    @Test func withContainerReturnsAndThrowsAsItsOperation() throws {
        #expect(withContainer(Container()) { 5 } == 5)
        #expect(throws: Fixtures.Breakdown.self) {
            try withContainer(Container()) { throw Fixtures.Breakdown() }
        }
        #expect(Container.current === Container.main)
    }

    @Test func currentContainerIsInheritedByTasks() async {
        let container = Container()
        let seen = await withContainer(container) {
            await Task { ObjectIdentifier(Container.current) }.value
        }
        #expect(seen == ObjectIdentifier(container))
    }

    @Test func currentContainerIsInheritedByTasksOfASynchronousOperation() async {
        let container = Container()
        let task = withContainer(container) { Task { ObjectIdentifier(Container.current) } }
        #expect(await task.value == ObjectIdentifier(container))
    }

    @Test func currentContainerIsNotThatOfAnotherThread() async {
        let container = Container()
        let other = await withContainer(container) {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: ObjectIdentifier(Container.current)) }
            }
        }
        #expect(other == ObjectIdentifier(Container.main))
    }

    @Test func asyncFormStaysAcrossSuspensions() async {
        let container = Container()
        await withContainer(container) {
            await Task.yield()
            #expect(Container.current === container)
        }
        #expect(Container.current === Container.main)
    }

    /// If the form left the actor, the task that waits for the actor would run before the operation.
    @Test @MainActor func asyncFormStaysOnTheCallersActor() async {
        let order = Journal<String>()
        let other = Task { order.note("other") }
        await withContainer(Container()) {
            order.note("operation")
            await other.value
        }
        #expect(order.entries == ["operation", "other"])
    }
}
