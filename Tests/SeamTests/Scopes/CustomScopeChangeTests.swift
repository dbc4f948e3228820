import Seam
import TestKit
import Testing

/// A registration that changes from one custom scope to another keeps its instances in the storages of the new scope.
struct CustomScopeChangeTests {
    private let container = Container()
    private let first = StrongStorageMaker()
    private let second = StrongStorageMaker()

    private func scope(_ name: String, _ maker: StrongStorageMaker) -> Scope { Scope(name) { maker.make() } }

    @Test func storageOfTheNewScopeIsUsed() {
        let registration = container.register { Fixtures.Live() }.scope(scope("first", first))
        let old = container.resolve(Fixtures.Live.self)
        registration.scope(scope("second", second))
        let new = container.resolve(Fixtures.Live.self)
        #expect(new !== old)
        #expect(container.resolve(Fixtures.Live.self) === new)
        #expect(second.made.count == 1)
        #expect(second.made.first?.instance as? Fixtures.Live === new)
        #expect(first.made.first?.instance as? Fixtures.Live !== new)
    }

    @Test func storageOfTheNewScopeIsUsedForEachArgument() {
        let registration = container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
            .scope(scope("first", first))
        for id in 1...3 { _ = container.resolve(Fixtures.User.self, arguments: id) }
        registration.scope(scope("second", second))
        for id in 1...3 {
            let user = container.resolve(Fixtures.User.self, arguments: id)
            #expect(container.resolve(Fixtures.User.self, arguments: id) === user)
        }
        #expect(second.made.compactMap { ($0.instance as? Fixtures.User)?.id } == [1, 2, 3])
    }

    @Test func storageOfTheNewScopeIsUsedThoughNothingWasBuiltBefore() {
        let registration = container.register { Fixtures.Live() }.scope(scope("first", first))
        registration.scope(scope("second", second))
        _ = container.resolve(Fixtures.Live.self)
        #expect(first.made.isEmpty)
        #expect(second.made.count == 1)
    }

    @Test func resetOfTheNewScopeDropsItsInstance() {
        let registration = container.register { Fixtures.Live() }.scope(scope("first", first))
        _ = container.resolve(Fixtures.Live.self)
        let new = scope("second", second)
        registration.scope(new)
        let live = container.resolve(Fixtures.Live.self)
        container.reset(new)
        #expect(container.resolve(Fixtures.Live.self) !== live)
    }
}
