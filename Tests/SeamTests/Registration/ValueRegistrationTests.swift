import Seam
import TestKit
import Testing

/// `register(value:)`.
struct ValueRegistrationTests {
    @Test func registeredValueIsTheValueItself() {
        let container = Container()
        let engine = Fixtures.Engine()
        container.register(value: engine)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
    }

    @Test func resetsLeaveTheValue() {
        let container = Container()
        let engine = Fixtures.Engine()
        container.register(value: engine)
        container.reset()
        container.reset(.singleton)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
    }

    @Test func valueIsKeptWhateverTheDefaultScope() {
        let container = Container(defaultScope: .graph)
        let created = Counter()
        container.register(value: Fixtures.Engine()).onCreate { _, _ in created.increment() }
        _ = container.resolve(Fixtures.Engine.self)
        _ = container.resolve(Fixtures.Engine.self)
        #expect(created.count == 1)
    }

    @Test(arguments: [Scope].all.filter { $0 != .singleton })
    func valueStaysASingletonUnderAnyScope(scope: Scope) async throws {
        let container = Container()
        let (engine, disposed) = (Fixtures.Engine(), Counter())
        container.register(value: engine).scope(scope).onDispose { _ in disposed.increment() }
        #expect(container.registrations.map(\.scope) == [.singleton])
        container.reset(scope)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
        try await container.shutdown()
        #expect(disposed.count == 1)
    }

    @Test func valueIsReplacedAndReleased() {
        let container = Container()
        container.register(value: Fixtures.Engine("old"))
        let old = WeakReference(container.resolve(Fixtures.Engine.self))
        container.register(value: Fixtures.Engine("new"))
        #expect(old.object == nil)
        #expect(container.resolve(Fixtures.Engine.self).label == "new")
    }

    @Test func valueIsCopiedWithItsContainer() {
        let container = Container()
        let engine = Fixtures.Engine()
        container.register(value: engine)
        #expect(Container(copying: container).resolve(Fixtures.Engine.self) === engine)
    }

    @Test func valueIsDecoratedOnce() {
        let container = Container()
        let count = Counter()
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .decorate { service, _ in
                count.increment()
                return Fixtures.Wrapper(service)
            }
        let first = container.resolve((any Fixtures.Service).self)
        container.reset()
        #expect(container.resolve((any Fixtures.Service).self) === first)
        #expect(first.label == "wrapped(live)")
        #expect(count.count == 1)
    }

    @Test func valueIsKnownByAliases() {
        let container = Container()
        let live = Fixtures.Live()
        container.register(value: live).implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service).self) === live)
    }

    @Test func valueMayBeNil() {
        let container = Container()
        container.register(Int?.self, value: nil)
        container.register(value: 5)
        #expect(container.resolve(Int?.self) == nil)
    }
}
