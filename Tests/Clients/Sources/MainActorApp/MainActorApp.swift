import OldModels
import Seam

/// Uses every form of the library in a program whose types are all isolated to the main actor.
@main
struct MainActorApp {
    static func main() async throws {
        registerAtFirstUse()
        register()
        complete()
        declare()
        inject()
        try await captureInTasks()
        try await resolveElsewhere()
        try await declareAsync()
        try await openStores()
        try await endLife()
        expect(oldModelsAreBuilt())
        print("Every form has worked on the main actor.")
    }

    static func registerAtFirstUse() {
        let model: CartModel = resolve()
        expect(model.store.items == ["main"] && Container.main.resolve(CartModel.self) === model)
    }

    static func register() {
        let container = Container(modules: ShopModule())
        let model: CartModel = container.resolve()
        expect(model.store.items == ["tea"] && container.resolve(CartModel.self) === model)
        expect(container.resolve(Row.self, arguments: 2).index == 2)

        container.registerOnMainActor(name: .guest) { MemoryStore(items: ["guest"]) as any Store }.scope(.session)
        expect(container.resolve((any Store).self, name: .guest).items == ["guest"])

        container.contributeOnMainActor { FirstPlugin() as any Plugin }
        container.contributeOnMainActor { _ in SecondPlugin() as any Plugin }
        expect(container.all((any Plugin).self).map(\.title) == ["first", "second"])

        container.registerOnMainActor { Heading() }.implements((any Titled).self)
        expect(container.resolve((any Titled).self).title == "heading")
        container.registerOnMainActor { (_: Resolver, titled: any Titled) in Wrapping(titled) }
        expect(container.resolve(Wrapping.self, arguments: Heading()).title == "heading")

        container.register { 5 }
        expect(container.resolve(Int.self) == 5)
    }

    static func complete() {
        let container = Container()
        container.registerOnMainActor { MemoryStore() as any Store }
            .decorateOnMainActor { store, _ in LoggedStore(store) }
        container.decorateOnMainActor((any Store).self) { store, _ in LoggedStore(store) }
        expect(container.resolve((any Store).self).items == ["logged logged tea"])

        container.registerOnMainActor { services in CartModel(store: services.resolve()) }
            .scope(.singleton)
            .onCreateOnMainActor { model, _ in model.note += "created " }
            .onResolvedOnMainActor { model, _ in model.note += "resolved" }
        expect(container.resolve(CartModel.self).note == "created resolved")
    }

    static func declare() {
        let container = Container()
        expect(container.model() === container.model() && container.row(3).index == 3)
        expect(container.noted().note == "decorated created resolved")
        container.store.registerOnMainActor { MemoryStore(items: ["mock"]) }
        container.model.reset()
        expect(container.model().store.items == ["mock"] && container.store.isOverridden)
        container.promisedStore.registerOnMainActor { MemoryStore(items: ["kept"]) }
        expect(container.promisedStore().items == ["kept"])

        withContainer(container) {
            withOverrides {
                $0.store.registerOnMainActor { MemoryStore(items: ["override"]) }
            } operation: {
                expect(Container.current.model().store.items == ["override"])
            }
        }
    }

    static func inject() {
        let container = Container()
        container.registerOnMainActor { MemoryStore() as any Store }
        container.contributeOnMainActor { FirstPlugin() as any Plugin }
        let screen = withContainer(container) { Screen() }
        expect(screen.model === screen.lazyModel && screen.model === screen.dynamicModel)
        expect(screen.weakModel === screen.model && screen.row.index == 7 && screen.lazyRow.index == 8)
        expect(screen.weakRow?.index == 9 && screen.dynamicRow.index == 10)
        expect(screen.store.items == ["tea"] && screen.lazyStore.items == ["tea"])
        expect(screen.plugins.map(\.title) == ["first"])
    }

    /// An instance of a protocol of the main actor may be captured by a task of it.
    static func captureInTasks() async throws {
        let container = Container()
        container.registerOnMainActor { MemoryStore() as any Store }
        let free: any Store = withContainer(container) { resolve() }
        let resolved: any Store = container.resolve()
        let tried = try container.tryResolve((any Store).self)
        let optional = container.optional((any Store).self)
        let all = container.all((any Store).self)
        let awaited = try await container.resolveAsync((any Store).self)
        let items = Task { free.items + resolved.items + tried.items + (optional?.items ?? []) + all[0].items }
        let awaitedItems = Task { awaited.items }
        expect(await items.value.count == 5)
        expect(await awaitedItems.value == ["tea"])
    }

    static func resolveElsewhere() async throws {
        let container = Container(modules: ShopModule())
        container.registerOnMainActor { Heading() }.implements((any Titled).self)
        container.registerOnMainActor { (_: Resolver, titled: any Titled) in Wrapping(titled) }
        let kept = try await Elsewhere.model(in: container)
        expect(kept === container.resolve(CartModel.self))
        expect(try await container.resolveAsync((any Titled).self).title == "heading")
        let declared = container.noted
        expect(try await Elsewhere.model(of: declared) === declared())
    }

    static func declareAsync() async throws {
        let container = Container()
        let row = try await container.openedRow.resolveAsync(3)
        expect(row.index == 3 && row.model === container.opened())
        container.opened.registerAsync { @MainActor in CartModel(store: MemoryStore(items: ["mock"])) }
        expect(try await Elsewhere.model(of: container.opened).store.items == ["mock"])
        container.opened.registerOnMainActor { CartModel(store: MemoryStore(items: ["ready"])) }
        expect(container.opened().store.items == ["ready"])
    }

    /// The protocol of these services is not `Sendable`.
    static func openStores() async throws {
        let container = Container()
        container.registerAsync(Store.self) { @MainActor in MemoryStore() }
            .scope(.singleton)
            .onDispose { @MainActor store in store.clear() }
            .onDispose { @MainActor store in expect(store.items.isEmpty) }
        container.registerAsync(Store.self, name: .guest, openStore).scope(.cached)
            .onDispose { await $0.clear() }
        container.registerAsync { @MainActor _, store in CartModel(store: store as any Store) }
        container.registerOnMainActor(name: "logged") { LoggedStore(MemoryStore()) as any Store }
            .scope(.singleton)
            .onDispose { @MainActor in $0.clear() }

        let (plain, declared) = (try await container.resolveAsync((any Store).self), container.openedStore)
        let guest = try await container.resolveAsync((any Store).self, name: .guest)
        let logged = container.resolve((any Store).self, name: "logged")
        expect(try await container.resolveAsync(CartModel.self, arguments: guest).store.items == ["opened"])
        expect(try await declared.resolveAsync().items == ["tea"])
        let stores = [plain, guest, logged, try await declared.resolveAsync()]
        expect(stores.map(\.items) == [["tea"], ["opened"], ["logged tea"], ["tea"]])
        try await container.shutdown()
        expect(stores.allSatisfy(\.items.isEmpty))
    }

    static func endLife() async throws {
        let container = Container(modules: ShopModule())
        try await container.warmUp(timeout: .seconds(60))
        let model = container.noted()
        try await container.shutdown()
        expect(model.note == "disposed")
    }
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
    @Inject var store: any Store
    @LazyInject var lazyStore: any Store
    @InjectAll var plugins: [any Plugin]
}

/// Code that runs off the main actor.
nonisolated enum Elsewhere {
    @concurrent
    static func model(in container: Container) async throws -> CartModel {
        try await container.resolveAsync(CartModel.self)
    }

    @concurrent
    static func model(of factory: Factory<CartModel>) async throws -> CartModel {
        try await factory.resolveAsync()
    }
}

func expect(_ condition: Bool, line: UInt = #line) {
    precondition(condition, "an expectation failed in line \(line)")
}
