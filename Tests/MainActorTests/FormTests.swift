import Seam
import SeamTesting
import Testing

/// The forms that take a closure, in a module that is isolated to the main actor.
struct FormTests {
    private let container = Container()

    @Test func factoriesAreRegistered() {
        container.registerOnMainActor { MemoryStore() as any Store }.scope(.singleton)
        container.registerOnMainActor(autowiring: CartModel.init(store:)).scope(.container)
        container.registerOnMainActor { services, index in Row(index: index, store: services.resolve()) }
        let model: CartModel = container.resolve()
        #expect(container.resolve(CartModel.self) === model)
        #expect(container.resolve(Row.self, arguments: 2).store === model.store)
    }

    @Test func contributionsAreCollected() {
        container.contributeOnMainActor { TitledPlugin(title: "first") as any Plugin }
        container.contributeOnMainActor { _ in TitledPlugin(title: "second") as any Plugin }
        #expect(container.all((any Plugin).self).map(\.title) == ["first", "second"])
    }

    @Test func aliasesAreChecked() {
        container.registerOnMainActor { MemoryStore() }
            .scope(.singleton)
            .implements((any Store).self) { $0 }
        container.registerOnMainActor { Heading() }.implements((any Titled).self)
        #expect(container.resolve((any Store).self) === container.resolve(MemoryStore.self))
        #expect(container.resolve((any Titled).self).title == "heading")
    }

    @Test func aliasWithAConformanceOfTheMainActorIsNotFoundElsewhere() async throws {
        container.registerOnMainActor { Heading() }.scope(.singleton).implements((any Titled).self)
        _ = container.resolve(Heading.self)
        let container = container
        let error =
            await Task.detached { () -> ResolutionError? in
                do throws(ResolutionError) {
                    _ = try container.tryResolve((any Titled).self)
                    return nil
                } catch {
                    return error
                }
            }
            .value
        #expect(error?.code == .incompatibleAlias)
        let remedy =
            "To fix it, ask on the main actor, if the conformance belongs to it, or declare the conformance `nonisolated`."
        #expect(error?.description.hasSuffix(remedy) == true)
    }

    @Test func decoratorsAndHooksRun() async throws {
        container.registerOnMainActor { MemoryStore() as any Store }
            .decorateOnMainActor { store, _ in LoggedStore(store) }
        container.decorateOnMainActor((any Store).self) { store, _ in LoggedStore(store) }
        container.registerOnMainActor { services in CartModel(store: services.resolve()) }
            .scope(.singleton)
            .onCreateOnMainActor { model, _ in model.note += "created " }
            .onResolvedOnMainActor { model, _ in model.note += "resolved" }
            .onDispose { @MainActor model in model.note = "disposed" }
        let model: CartModel = container.resolve()
        #expect(model.store.items == ["logged logged tea"] && model.note == "created resolved")
        try await container.shutdown()
        #expect(model.note == "disposed")
    }

    @Test func declarationsAreCompleted() async throws {
        let model = container.noted()
        #expect(model.store.items == ["context"] && model.note == "decorated created resolved")
        try await container.shutdown()
        #expect(model.note == "disposed")
    }

    @Test func declarationsAreReplacedAndRestored() throws {
        container.store.registerOnMainActor { MemoryStore(["mock"]) }
        #expect(try container.model.tryResolve().store.items == ["mock"])
        container.store.reset()
        container.model.reset()
        #expect(container.model().store.items == ["tea"])
    }

    @Test func asyncFactoriesMakeTypesOfTheMainActor() async throws {
        container.registerAsync { @MainActor in MemoryStore(["async"]) }
            .scope(.singleton)
            .implements((any Store).self) { $0 }
        try await container.warmUp()
        #expect(container.resolve((any Store).self).items == ["async"])
    }

    @Test func optionalsAndLazyServicesAreGiven() {
        container.registerOnMainActor { MemoryStore() as any Store }
        #expect(container.optional(CartModel.self) == nil)
        #expect(container.resolve(Lazy<any Store>.self).value.items == ["tea"])
        #expect(container.resolve(Provider<any Store>.self)().items == ["tea"])
    }

    @Test func everyServiceCanBeBuilt() {
        container.registerOnMainActor { MemoryStore() as any Store }
        container.registerOnMainActor { services, index in Row(index: index, store: services.resolve()) }
        expectValid(container) { $0.arguments(for: Row.self, 1) }
        #expect(container.dependencyGraph { $0.arguments(for: Row.self, 1) }.edges.count == 1)
    }
}
