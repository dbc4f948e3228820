import Seam
import Testing

/// `withOverrides` and `withContainer` in a module that is isolated to the main actor.
struct OverrideTests {
    @Test func overrideReachesDeclaredServices() {
        withOverrides {
            $0.store.registerOnMainActor { MemoryStore(["override"]) }
        } operation: {
            #expect(Container.current.model().store.items == ["override"])
        }
        #expect(!Container.current.store.isOverridden)
    }

    @Test func overrideReachesRegisteredServices() {
        let items = withOverrides { container in
            container.registerOnMainActor { MemoryStore(["override"]) as any Store }
        } operation: {
            resolve((any Store).self).items
        }
        #expect(items == ["override"])
    }

    /// If the form left the actor, the task that waits for the actor would run before the operation.
    @Test func asyncOverrideStaysOnTheMainActor() async throws {
        var order: [String] = []
        let other = Task { order.append("other") }
        try await withOverrides {
            $0.store.registerOnMainActor { MemoryStore(["async"]) }
        } operation: {
            order.append("operation")
            await other.value
            order += try await Container.current.model.resolveAsync().store.items
        }
        #expect(order == ["operation", "other", "async"])
    }

    @Test func containerIsCurrentInBothForms() async {
        let container = Container()
        withContainer(container) { #expect(Container.current === container) }
        await withContainer(container) {
            await Task.yield()
            #expect(Container.current === container)
        }
    }

    @Test func wrappersFindTheServicesOfTheContainer() {
        let container = Container()
        container.registerOnMainActor { MemoryStore(["registered"]) as any Store }
        container.contributeOnMainActor { TitledPlugin(title: "first") as any Plugin }
        let screen = withContainer(container) { Screen() }
        #expect(screen.model === screen.lazyModel && screen.model === screen.dynamicModel)
        #expect(screen.weakModel === screen.model)
        #expect(screen.row.index == 7 && screen.lazyRow.index == 8)
        #expect(screen.weakRow?.index == 9 && screen.dynamicRow.index == 10)
        #expect(screen.orders.items == ["order"] && screen.disk.name == "disk")
        #expect(screen.store.items == ["registered"] && screen.lazyStore.items == ["registered"])
        #expect(screen.plugins.map(\.title) == ["first"])
    }
}
