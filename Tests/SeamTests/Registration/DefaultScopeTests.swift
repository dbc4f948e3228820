import Seam
import TestKit
import Testing

extension Container {
    fileprivate var engine: Factory<Fixtures.Engine> { self { Fixtures.Engine() } }
    fileprivate var startedEngine: Factory<Fixtures.Engine> { self { Fixtures.Engine() }.onCreate { _, _ in } }
}

struct DefaultScopeTests {
    private typealias EnginePath = any KeyPath<Container, Factory<Fixtures.Engine>> & Sendable

    @Test(arguments: [\Container.engine, \.startedEngine] as [EnginePath])
    private func declarationHasTheDefaultScopeOfItsKeeper(path: EnginePath) {
        let caching = Container(defaultScope: .cached)
        let child = Container(parent: caching)
        #expect(child[keyPath: path]() === caching[keyPath: path]())
        let plain = Container()
        let cachingChild = Container(parent: plain, defaultScope: .cached)
        #expect(cachingChild[keyPath: path]() !== cachingChild[keyPath: path]())
        cachingChild[keyPath: path].register { Fixtures.Engine() }
        #expect(cachingChild[keyPath: path]() === cachingChild[keyPath: path]())
    }

    @Test func defaultScopeIsUniqueUnlessGiven() {
        #expect(Container().defaultScope == .unique)
        #expect(Container(defaultScope: .cached).defaultScope == .cached)
    }

    @Test func givenScopeWinsOverTheDefaultScope() {
        let container = Container(defaultScope: .singleton)
        container.register { Fixtures.Live() }.scope(.unique)
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
    }

    @Test func defaultScopeIsNotInherited() {
        let child = Container(parent: Container(defaultScope: .singleton))
        #expect(child.defaultScope == .unique)
    }

    @Test func defaultScopeKeepsByArgumentsThatAreHashable() {
        let container = Container(defaultScope: .cached)
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        let first = container.resolve(Fixtures.User.self, arguments: 1)
        #expect(first === container.resolve(Fixtures.User.self, arguments: 1))
        #expect(first !== container.resolve(Fixtures.User.self, arguments: 2))
    }

    @Test(arguments: [Scope].keepingOrShared)
    func defaultScopeIsUniqueForArgumentsThatAreNotHashable(scope: Scope) {
        let container = Container(defaultScope: scope)
        container.register { (_: Resolver, depth: Fixtures.Depth) in Fixtures.User(id: depth.remaining) }
        let first = container.resolve(Fixtures.User.self, arguments: Fixtures.Depth(remaining: 1))
        #expect(container.resolve(Fixtures.User.self, arguments: Fixtures.Depth(remaining: 1)) !== first)
        withExtendedLifetime(first) {}
    }
}
