import Seam
import SeamTesting
import Testing

// The types of the app that the tests replace. As in the app, all of them are isolated to the main actor by default.

protocol Store: AnyObject {
    var items: [String] { get }
}

final class MemoryStore: Store {
    let items: [String]

    init(_ items: [String]) { self.items = items }
}

final class CartModel {
    let store: any Store

    init(store: any Store) { self.store = store }
}

final class CartScreen {
    @Inject(\.cart) var cart
    @InjectAll var stores: [any Store]
}

extension Container {
    var store: Factory<any Store> { onMainActor { MemoryStore(["tea"]) }.singleton }
    var cart: Factory<CartModel> { onMainActor { CartModel(store: self.store()) } }
    @MainActor var attributed: Factory<CartModel> { onMainActor { CartModel(store: self.store()) } }
}

/// The traits and their closures in an app that is isolated to the main actor.
@Suite(
    .containerOnMainActor { container in
        let store = MemoryStore(["suite"])
        container.store.registerOnMainActor { store }
        container.contributeOnMainActor { store as any Store }
    }
)
struct TraitTests {
    @Test func suiteReplacesADeclaredService() {
        #expect(Container.current.cart().store.items == ["suite"])
    }

    @Test(.container { $0.store.registerOnMainActor { MemoryStore(["test"]) } })
    func closureOfAnyThreadReplacesADeclaredService() {
        #expect(Container.current.cart().store.items == ["test"])
    }

    @Test(
        .container { $0.contributeOnMainActor { MemoryStore(["any thread"]) as any Store } },
        .containerOnMainActor { container in
            let store = MemoryStore(["main actor"])
            container.contributeOnMainActor { store as any Store }
        }
    )
    func traitsOfBothKindsAddUp() {
        #expect(CartScreen().stores.map(\.items) == [["suite"], ["any thread"], ["main actor"]])
    }

    @Test(.containerOnMainActor { $0.attributed.registerOnMainActor { CartModel(store: MemoryStore(["attributed"])) } })
    func declarationWithAnAttributeIsReplaced() {
        #expect(Container.current.attributed().store.items == ["attributed"])
    }

    /// If the form left the actor, the task that waits for the actor would run before the operation.
    @Test func overrideOfAnAsyncTestStaysOnTheMainActor() async {
        var order: [String] = []
        let other = Task { order.append("other") }
        await withOverrides { container in
            let store = MemoryStore(["override"])
            container.store.registerOnMainActor { store }
        } operation: {
            order += CartScreen().cart.store.items
            await other.value
        }
        #expect(order == ["override", "other"])
    }

    @Test(.containerOnMainActor { $0.registerOnMainActor { CartModel(store: MemoryStore(["elsewhere"])) } })
    nonisolated func testOfAnyThreadHasTheRegistrationsOfItsTrait() async throws {
        let cart = try await Container.current.resolveAsync(CartModel.self)
        let items = await MainActor.run { cart.store.items }
        #expect(items == ["elsewhere"])
    }
}
