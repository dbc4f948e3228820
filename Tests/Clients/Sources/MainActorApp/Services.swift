import Seam

/// The types of a new app project: all of them are isolated to the main actor by default.
protocol Store: AnyObject {
    var items: [String] { get }
    func clear()
}

final class MemoryStore: Store {
    var items: [String]

    init(items: [String] = ["tea"]) { self.items = items }

    func clear() { items = [] }
}

func openStore() async throws -> any Store { MemoryStore(items: ["opened"]) }

final class LoggedStore: Store {
    let store: any Store

    init(_ store: any Store) { self.store = store }

    var items: [String] { store.items.map { "logged \($0)" } }

    func clear() { store.clear() }
}

final class CartModel {
    let store: any Store
    var note = ""

    init(store: any Store) { self.store = store }
}

final class Row {
    let index: Int
    let model: CartModel

    init(index: Int, model: CartModel) {
        self.index = index
        self.model = model
    }
}

protocol Plugin {
    var title: String { get }
}

struct FirstPlugin: Plugin { let title = "first" }

struct SecondPlugin: Plugin { let title = "second" }

/// A protocol of a library, say: not isolated, while the conformance is.
nonisolated protocol Titled {
    var title: String { get }
}

final class Heading: @MainActor Titled {
    let title = "heading"
}

final class Wrapping {
    let title: String

    init(_ titled: any Titled) { title = titled.title }
}

extension ServiceName {
    nonisolated static let guest: Self = "guest"
}

extension Scope {
    nonisolated static let session = Scope.cached("session")
}

extension Container {
    var store: Factory<any Store> { onMainActor { MemoryStore() }.singleton }
    var model: Factory<CartModel> { onMainActor { CartModel(store: self.store()) }.singleton }
    var row: Factory<Row, Int> { onMainActor { index in Row(index: index, model: self.model()) } }
    var keptRow: Factory<Row, Int> { onMainActor { index in Row(index: index, model: self.model()) }.singleton }
    var noted: Factory<CartModel> {
        onMainActor { CartModel(store: self.store()) }
            .whenOnMainActor(.when(false)) { CartModel(store: MemoryStore(items: [])) }
            .decorateOnMainActor { model, _ in
                model.note += "decorated "
                return model
            }
            .onCreateOnMainActor { model, _ in model.note += "created " }
            .onResolvedOnMainActor { model, _ in model.note += "resolved" }
            .scope(.session)
            .onDispose { @MainActor model in model.note = "disposed" }
    }
    var opened: Factory<CartModel> {
        async { @MainActor services in
            await Task.yield()
            return CartModel(store: services.container.store())
        }
        .whenOnMainActor(.when(false)) { CartModel(store: MemoryStore(items: [])) }
        .singleton
    }
    var openedRow: Factory<Row, Int> {
        async { services, index in await Row(index: index, model: try await services.container.opened.resolveAsync()) }
    }
    var openedStore: Factory<any Store> {
        async { @MainActor in MemoryStore() }.singleton.onDispose { @MainActor store in store.clear() }
    }
    var promisedStore: Factory<any Store> { promised() }
}

nonisolated extension Container: @retroactive AutoRegistering {
    /// Registers services of the main actor; may run on any thread.
    public static func registerServices(in container: Container) {
        container.registerOnMainActor { MemoryStore(items: ["main"]) as any Store }.scope(.singleton)
        container.registerOnMainActor { services in CartModel(store: services.resolve()) }.scope(.singleton)
    }
}

struct ShopModule: Module {
    nonisolated func register(in container: Container) {
        container.registerOnMainActor { MemoryStore() as any Store }.scope(.singleton)
        container.registerOnMainActor(autowiring: CartModel.init(store:)).scope(.container)
        container.registerOnMainActor { services, index in Row(index: index, model: services.resolve()) }
    }
}
