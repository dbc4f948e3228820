import Seam

/// The types of an app project: all of them are isolated to the main actor by default.
protocol Store: AnyObject {
    var items: [String] { get }
}

final class MemoryStore: Store {
    let items: [String]

    init(_ items: [String] = ["tea"]) { self.items = items }
}

final class LoggedStore: Store {
    private let store: any Store

    init(_ store: any Store) { self.store = store }

    var items: [String] { store.items.map { "logged \($0)" } }
}

final class CartModel {
    let store: any Store
    var note = ""

    init(store: any Store) { self.store = store }
}

final class Row {
    let index: Int
    let store: any Store

    init(index: Int, store: any Store) {
        self.index = index
        self.store = store
    }
}

protocol Plugin {
    var title: String { get }
}

struct TitledPlugin: Plugin { let title: String }

/// A protocol of a library: not isolated, while the conformance is.
nonisolated protocol Titled {
    var title: String { get }
}

final class Heading: @MainActor Titled {
    let title = "heading"
}

/// A service of any thread.
nonisolated struct Disk: Sendable {
    var name = "disk"
}

extension Container {
    var store: Factory<any Store> { onMainActor { MemoryStore() }.singleton }
    var model: Factory<CartModel> { onMainActor { CartModel(store: self.store()) }.singleton }
    var row: Factory<Row, Int> { onMainActor { index in Row(index: index, store: self.store()) } }
    var keptRow: Factory<Row, Int> { onMainActor { index in Row(index: index, store: self.store()) }.singleton }
    @MainActor var attributed: Factory<Row> { onMainActor { Row(index: 0, store: self.store()) } }
    var promisedStore: Factory<any Store> { promised() }
    var orders: Orders { Orders(container: self) }
    var noted: Factory<CartModel> {
        onMainActor { CartModel(store: self.store()) }
            .whenOnMainActor(.testing) { CartModel(store: MemoryStore(["context"])) }
            .decorateOnMainActor { model, _ in
                model.note += "decorated "
                return model
            }
            .onCreateOnMainActor { model, _ in model.note += "created " }
            .onResolvedOnMainActor { model, _ in model.note += "resolved" }
            .onDispose { @MainActor model in model.note = "disposed" }
            .cached
    }
}

nonisolated extension Container {
    var disk: Factory<Disk> { self { Disk() }.when(.when(false)) { Disk(name: "other") } }
}

/// A group of declared services.
struct Orders {
    let container: Container
    var store: Factory<any Store> { container.onMainActor { MemoryStore(["order"]) }.shared }
}

/// A screen whose services are injected.
final class Screen {
    @Inject(\.model) var model
    @LazyInject(\.model) var lazyModel
    @WeakInject(\.model) var weakModel
    @DynamicInject(\.model) var dynamicModel
    @Inject(\.row, arguments: 7) var row
    @LazyInject(\.row, arguments: 8) var lazyRow
    @WeakInject(\.keptRow, arguments: 9) var weakRow
    @DynamicInject(\.row, arguments: 10) var dynamicRow
    @Inject(\.orders.store) var orders
    @Inject(\.disk) var disk
    @Inject var store: any Store
    @LazyInject var lazyStore: any Store
    @InjectAll var plugins: [any Plugin]
}
