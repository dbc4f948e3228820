import Seam
import TestKit
import Testing

/// The default scope of a container may be changed and changed back; it counts when a registration is made.
struct DefaultScopeChangeTests {
    private final class Node: Sendable {}

    private let container = Container()

    private func name(_ number: Int) -> ServiceName { ServiceName("\(number)") }

    private func isKept(_ number: Int) -> Bool {
        let first = container.resolve(Node.self, name: name(number))
        return container.resolve(Node.self, name: name(number)) === first
    }

    @Test(arguments: [.graph] + [Scope].keeping)
    func defaultScopeIsTheOneThatWasSet(scope: Scope) {
        container.defaultScope = scope
        #expect(container.defaultScope == scope)
        container.defaultScope = .unique
        #expect(container.defaultScope == .unique)
    }

    @Test(arguments: [Scope].keeping)
    func defaultScopeCountsFromOneChangeToTheNext(scope: Scope) {
        for number in 0..<6 {
            container.defaultScope = number.isMultiple(of: 2) ? .unique : scope
            container.register(name: name(number)) { Node() }
        }
        #expect((0..<6).map(isKept) == [false, true, false, true, false, true])
    }

    @Test func graphAsTheDefaultScopeCountsFromOneChangeToTheNext() {
        for number in 0..<4 {
            container.defaultScope = number.isMultiple(of: 2) ? .unique : .graph
            container.register(name: name(number)) { Node() }
        }
        container.defaultScope = .unique
        container.register([Bool].self, name: "shared") { [name] r in
            (0..<4).map { r.resolve(Node.self, name: name($0)) === r.resolve(Node.self, name: name($0)) }
        }
        #expect(container.resolve([Bool].self, name: "shared") == [false, true, false, true])
        #expect((0..<4).map(isKept) == [false, false, false, false])
    }

    @Test(arguments: [Scope].keeping)
    func settingTheDefaultScopeBackLeavesEarlierRegistrations(scope: Scope) {
        container.defaultScope = scope
        container.register(name: name(0)) { Node() }
        let node = container.resolve(Node.self, name: name(0))
        container.defaultScope = .unique
        #expect(container.resolve(Node.self, name: name(0)) === node)
    }

    @Test(arguments: [Scope].keeping)
    func defaultScopeGivenAtTheStartCanBeSetBack(scope: Scope) {
        let container = Container(defaultScope: scope)
        container.defaultScope = .unique
        container.register { Node() }
        #expect(container.resolve(Node.self) !== container.resolve(Node.self))
    }

    @Test(arguments: [Scope].keeping)
    func defaultScopeIsCopiedAsItIsNow(scope: Scope) {
        container.defaultScope = scope
        let copy = Container(copying: container)
        container.defaultScope = .unique
        for each in [copy, container] { each.register { Node() } }
        #expect(copy.defaultScope == scope)
        #expect(copy.resolve(Node.self) === copy.resolve(Node.self))
        #expect(container.resolve(Node.self) !== container.resolve(Node.self))
        #expect(Container(copying: container).defaultScope == .unique)
    }

    @Test(arguments: [Scope].keeping)
    func defaultScopeCountsForEveryFormOfRegistration(scope: Scope) {
        func objects() -> [AnyObject] {
            [
                container.resolve(Fixtures.Live.self), container.resolve(Fixtures.Engine.self),
                container.resolve(Fixtures.User.self, arguments: 1), container.all(Node.self)[0],
                container.resolve(Fixtures.Mock.self),
            ]
        }
        for (each, isKept) in [(scope, true), (.unique, false)] {
            container.removeAll()
            container.defaultScope = each
            container.register { Fixtures.Live() }
            container.register { (_: Resolver) in Fixtures.Engine() }
            container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
            container.contribute { Node() }
            container.register(autowiring: Fixtures.Mock.init)
            let (first, second) = (objects(), objects())
            #expect(zip(first, second).allSatisfy { ($0 === $1) == isKept })
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func everyThreadReadsOneOfTheDefaultScopesThatWereSet() throws {
        let container = container
        let strangers = try ThreadGroup.run(4) { thread -> Int in
            var strangers = 0
            for round in 0..<1_000 {
                if thread == 0 { container.defaultScope = round.isMultiple(of: 2) ? .cached : .unique }
                container.register(name: ServiceName("\(thread)")) { Node() }
                let scope = container.defaultScope
                if scope != .cached, scope != .unique { strangers += 1 }
            }
            return strangers
        }
        #expect(strangers == [0, 0, 0, 0])
    }
}
