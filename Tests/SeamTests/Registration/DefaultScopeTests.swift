import Seam
import Testing

struct DefaultScopeTests {
    @Test func isUniqueUnlessGiven() {
        #expect(Container().defaultScope == .unique)
        #expect(Container(defaultScope: .cached).defaultScope == .cached)
    }

    @Test func isReadWhenARegistrationIsMade() {
        let container = Container()
        container.register { Fixtures.Live() }
        container.defaultScope = .singleton
        container.register { Fixtures.Engine() }
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
        #expect(container.resolve(Fixtures.Engine.self) === container.resolve(Fixtures.Engine.self))
    }

    @Test func givenScopeGoesBeforeIt() {
        let container = Container(defaultScope: .singleton)
        container.register { Fixtures.Live() }.scope(.unique)
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
    }

    @Test func isNotInherited() {
        let child = Container(parent: Container(defaultScope: .singleton))
        #expect(child.defaultScope == .unique)
    }

    @Test func keepsByArgumentsThatAreHashable() {
        let container = Container(defaultScope: .cached)
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        let first = container.resolve(Fixtures.User.self, arguments: 1)
        #expect(first === container.resolve(Fixtures.User.self, arguments: 1))
        #expect(first !== container.resolve(Fixtures.User.self, arguments: 2))
    }

    @Test func isUniqueForArgumentsThatAreNotHashable() {
        let container = Container(defaultScope: .cached)
        container.register { (_: Resolver, depth: Fixtures.Depth) in Fixtures.User(id: depth.remaining) }
        let first = container.resolve(Fixtures.User.self, arguments: Fixtures.Depth(remaining: 1))
        #expect(first !== container.resolve(Fixtures.User.self, arguments: Fixtures.Depth(remaining: 1)))
    }

    @Test func appliesToAutowiringAndContributions() {
        let container = Container(defaultScope: .cached)
        container.register(autowiring: Fixtures.Mock.init)
        container.contribute { Fixtures.Engine() }
        #expect(container.resolve(Fixtures.Mock.self) === container.resolve(Fixtures.Mock.self))
        #expect(container.all(Fixtures.Engine.self)[0] === container.all(Fixtures.Engine.self)[0])
    }
}
