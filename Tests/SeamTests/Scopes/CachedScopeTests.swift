import Seam
import TestKit
import Testing

struct CachedScopeTests {
    private final class Cache: Sendable {}

    private static let session = Scope.cached("session")

    @Test(arguments: [Scope.cached, session])
    func instanceIsKeptUntilItsScopeIsReset(scope: Scope) {
        let container = Container()
        container.register { Cache() }.scope(scope)
        let first = container.resolve(Cache.self)
        #expect(container.resolve(Cache.self) === first)
        container.reset(scope)
        let second = container.resolve(Cache.self)
        #expect(second !== first)
        #expect(container.resolve(Cache.self) === second)
    }

    @Test func resetOfOneNameLeavesTheOtherNames() {
        let container = Container()
        let scopes: [(ServiceName, Scope)] = [
            ("plain", .cached), ("session", Self.session), ("other", .cached("other")), ("single", .singleton),
        ]
        for (name, scope) in scopes { container.register(name: name) { Cache() }.scope(scope) }
        let before = scopes.map { container.resolve(Cache.self, name: $0.0) }
        container.reset(Self.session)
        let after = scopes.map { container.resolve(Cache.self, name: $0.0) }
        #expect(zip(before, after).map { $0 === $1 } == [true, false, true, true])
    }

    @Test func resetOfThePlainScopeLeavesTheNamedScopes() {
        let container = Container()
        container.register { Cache() }.scope(Self.session)
        let first = container.resolve(Cache.self)
        container.reset(.cached)
        #expect(container.resolve(Cache.self) === first)
    }

    @Test func resetOfEverythingReachesTheNamedScopes() {
        let container = Container()
        container.register { Cache() }.scope(Self.session)
        let first = container.resolve(Cache.self)
        container.reset()
        #expect(container.resolve(Cache.self) !== first)
    }

    @Test func resetOfAChildLeavesTheInstancesOfItsParent() {
        let parent = Container()
        parent.register { Cache() }.scope(.cached)
        let child = Container(parent: parent)
        let kept = child.resolve(Cache.self)
        child.reset()
        #expect(child.resolve(Cache.self) === kept)
    }

    @Test func valuesAreKeptLikeObjects() {
        let container = Container()
        let tally = Counter()
        container.register(Int.self) { tally.increment() }.scope(.cached)
        #expect((0..<3).map { _ in container.resolve(Int.self) } == [1, 1, 1])
    }

    @Test func copyOfAContainerBuildsItsOwnInstance() {
        let container = Container()
        container.register { Cache() }.scope(.cached)
        let kept = container.resolve(Cache.self)
        let copy = Container(copying: container)
        #expect(copy.resolve(Cache.self) !== kept)
        #expect(container.resolve(Cache.self) === kept)
    }
}
