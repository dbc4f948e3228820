import Seam
import SeamTesting
import Testing

/// The traits' closures in a module that is isolated to the main actor: they make, register and declare its types.
@Suite(
    .containerOnMainActor { container in
        let store = MemoryStore(["suite"])
        container.store.registerOnMainActor { store }
        container.registerOnMainActor { CartModel(store: store) }
    }
)
struct TraitTests {
    @Test func testHasTheDeclaredServicesOfItsSuite() {
        #expect(Container.current.model().store.items == ["suite"])
        #expect(Container.current.store.isOverridden)
        #expect(!Container.main.store.isOverridden)
    }

    @Test(.container { $0.store.registerOnMainActor { MemoryStore(["test"]) } })
    func traitOfATestWins() {
        #expect(Container.current.model().store.items == ["test"])
        #expect(resolve(CartModel.self).store.items == ["suite"])
    }

    @Test(.container { $0.registerOnMainActor { CartModel(store: MemoryStore(["any thread"])) } })
    func traitOfAnyThreadRegistersServicesOfTheMainActor() {
        #expect(resolve(CartModel.self).store.items == ["any thread"])
    }

    @Test(
        .container { $0.disk.register { Disk(name: "trait") } },
        .containerOnMainActor { container in
            let order = MemoryStore(["group"])
            container.orders.store.registerOnMainActor { order }
        }
    )
    func traitsOfBothKindsAddUp() {
        #expect(Container.current.store().items == ["suite"])
        #expect(Container.current.disk().name == "trait")
        #expect(Container.current.orders.store().items == ["group"])
    }

    private nonisolated static let server = Container()

    @Test(
        .containerOnMainActor(copying: server) { container in
            let store = MemoryStore(["copy"])
            container.registerOnMainActor { CartModel(store: store) }
        }
    )
    func testHasACopyOfTheGivenContainer() {
        #expect(resolve(CartModel.self).store.items == ["copy"])
        #expect(!Self.server.isRegistered(CartModel.self))
        #expect(!Container.current.store.isOverridden)
    }

    @Test(.containerOnMainActor { $0.attributed.registerOnMainActor { Row(index: 5, store: MemoryStore()) } })
    func declarationWithAnAttributeIsReplaced() {
        #expect(Container.current.attributed().index == 5)
    }

    @Test(.container { $0.promisedStore.registerOnMainActor { MemoryStore(["kept"]) } })
    func asyncTestHasTheRegistrationsOfItsTrait() async throws {
        await Task.yield()
        #expect(try await Container.current.promisedStore.resolveAsync().items == ["kept"])
    }

    @Test(.containerOnMainActor { $0.store.registerOnMainActor { MemoryStore(["elsewhere"]) } })
    nonisolated func testOfAnyThreadHasTheRegistrationsOfItsTrait() async throws {
        let container = Container.current
        let items = try await MainActor.run { try container.model.tryResolve().store.items }
        #expect(items == ["elsewhere"])
    }

    @Test(.containerOnMainActor { $0.store.registerOnMainActor { MemoryStore(["each"]) } }, arguments: 0..<3)
    func eachCaseHasInstancesOfItsOwn(number: Int) {
        let model = Container.current.model()
        #expect(model.note.isEmpty)
        model.note = "used by \(number)"
    }

    @Test func traitWithAFailingOverrideFailsTheTest() async {
        struct Broken: Error {}
        let trait = ContainerTrait.containerOnMainActor { _ in throw Broken() }
        await #expect(throws: Broken.self) {
            try await trait.provideScope(for: #require(Test.current), testCase: Test.Case.current) {}
        }
    }

    /// A suite inside, without a trait.
    struct Plain {
        @Test func innerSuiteInheritsTheRegistrationsOfTheOuter() {
            #expect(Container.current.model().store.items == ["suite"])
        }
    }
}
