import Seam
import TestKit
import Testing

/// The meaning of arguments for the scopes that keep instances.
struct ArgumentScopeTests {
    private final class User: Sendable {}

    /// Equal to every other of its kind with the same hash bucket, and to none of another number.
    private struct Colliding: Hashable, Sendable {
        let number: Int
        func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }

    /// A value without size, to which an optimised build gives any address.
    private struct Marker: Hashable, Sendable {}

    private let container = Container()

    @Test(arguments: [Scope].keepingOrShared)
    func oneInstanceIsKeptForEachValue(scope: Scope) {
        container.register { (_: Resolver, _: Int) in User() }.scope(scope)
        let one = container.resolve(User.self, arguments: 1)
        let two = container.resolve(User.self, arguments: 2)
        #expect(one !== two)
        #expect(container.resolve(User.self, arguments: 1) === one)
        #expect(container.resolve(User.self, arguments: 2) === two)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func valueWithoutSizeIsAnArgument(scope: Scope) {
        container.register { (_: Resolver, _: Marker) in User() }.scope(scope)
        let user = container.resolve(User.self, arguments: Marker())
        #expect(container.resolve(User.self, arguments: Marker()) === user)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func instanceIsKeptForEveryCombinationOfArguments(scope: Scope) {
        container.register { (_: Resolver, _: Int, _: String) in User() }.scope(scope)
        let first = container.resolve(User.self, arguments: 1, "a")
        #expect(container.resolve(User.self, arguments: 1, "a") === first)
        #expect(container.resolve(User.self, arguments: 1, "b") !== first)
        #expect(container.resolve(User.self, arguments: 2, "a") !== first)
    }

    @Test func equalNumbersOfDifferentTypesAreKeptApart() {
        container.register { (_: Resolver, _: Int) in User() }.scope(.singleton)
        container.register { (_: Resolver, _: Double) in User() }.scope(.singleton)
        container.register { (_: Resolver, _: Int8) in User() }.scope(.singleton)
        let users = [
            container.resolve(User.self, arguments: 1), container.resolve(User.self, arguments: 1.0),
            container.resolve(User.self, arguments: Int8(1)),
        ]
        #expect(Set(users.map(ObjectIdentifier.init)).count == 3)
    }

    @Test func genericFactoryKeepsEqualNumbersOfDifferentTypesApart() {
        func register<Value: Hashable & Sendable>(_ type: Value.Type) {
            container.register { (_: Resolver, _: Value) in User() }.scope(.singleton)
        }
        register(Int.self)
        register(UInt.self)
        #expect(
            container.resolve(User.self, arguments: 1 as Int) !== container.resolve(User.self, arguments: 1 as UInt)
        )
    }

    @Test func equalArgumentsWithDifferentHistoriesAreOne() {
        container.register { (_: Resolver, _: [String]) in User() }.scope(.singleton)
        var spare = ["a", "b"]
        spare.append("c")
        spare.removeLast()
        #expect(
            container.resolve(User.self, arguments: spare) === container.resolve(User.self, arguments: ["a", "b"])
        )
    }

    @Test func argumentsWithOneHashAreKeptApart() {
        container.register { (_: Resolver, _: Colliding) in User() }.scope(.singleton)
        let users = (0..<20).map { container.resolve(User.self, arguments: Colliding(number: $0)) }
        #expect(Set(users.map(ObjectIdentifier.init)).count == 20)
        #expect(container.resolve(User.self, arguments: Colliding(number: 7)) === users[7])
    }

    @Test func optionalArgumentsAreKeptApart() {
        container.register { (_: Resolver, _: Int?) in User() }.scope(.singleton)
        let some = container.resolve(User.self, arguments: Int?.some(0))
        let none = container.resolve(User.self, arguments: Int?.none)
        #expect(some !== none)
        #expect(container.resolve(User.self, arguments: Int?.some(0)) === some)
        #expect(container.resolve(User.self, arguments: Int?.none) === none)
    }

    @Test func argumentObjectsAreComparedByTheirOwnEquality() {
        container.register { (_: Resolver, _: HashableBox) in User() }.scope(.singleton)
        let first = container.resolve(User.self, arguments: HashableBox(1))
        #expect(container.resolve(User.self, arguments: HashableBox(1)) === first)
        #expect(container.resolve(User.self, arguments: HashableBox(2)) !== first)
    }

    @Test func tupleAndTwoArgumentsAreKeptApart() {
        container.register { (_: Resolver, _: Int, _: Int) in User() }.scope(.singleton)
        container.register { (_: Resolver, _: (Int, Int)) in User() }
        #expect(
            container.resolve(User.self, arguments: 1, 2) !== container.resolve(User.self, arguments: (1, 2))
        )
    }

    @Test func acceptedArgumentsShareTheInstanceOfTheirParameters() {
        container.register { (_: Resolver, _: Int?) in User() }.scope(.singleton)
        #expect(
            container.resolve(User.self, arguments: 1) === container.resolve(User.self, arguments: Int?.some(1))
        )
    }

    @Test func resetDropsTheInstancesOfAllArguments() {
        container.register { (_: Resolver, _: Int) in User() }.scope(.singleton)
        let dead = Counter()
        container.register { (_: Resolver, _: Int) in DeinitAction { dead.increment() } }.scope(.singleton)
        for number in 0..<100 { _ = container.resolve(DeinitAction.self, arguments: number) }
        #expect(dead.count == 0)
        container.reset(.singleton)
        #expect(dead.count == 100)
    }

    @Test func manySharedInstancesThatAreGoneAreBuiltAnew() {
        container.register { (_: Resolver, _: Int) in User() }.scope(.shared)
        let kept = container.resolve(User.self, arguments: -1)
        for number in 0..<1_000 { _ = container.resolve(User.self, arguments: number) }
        #expect(container.resolve(User.self, arguments: -1) === kept)
        let again = container.resolve(User.self, arguments: 5)
        #expect(container.resolve(User.self, arguments: 5) === again)
    }
}

private final class HashableBox: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    static func == (left: HashableBox, right: HashableBox) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
