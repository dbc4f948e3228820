import Seam
import TestKit
import Testing

struct GraphScopeTests {
    private final class Node: Sendable {}

    private struct Pair: Sendable {
        let first: Node
        let second: Node
    }

    private struct Stamp: Equatable, Sendable {
        let number: Int
    }

    private static func register(_ scope: Scope, in container: Container) {
        container.register { Node() }.scope(scope)
        container.register { r in Pair(first: r.resolve(), second: r.resolve()) }
    }

    @Test func dependentsOfOneRequestShareOneInstance() {
        let container = Container()
        Self.register(.graph, in: container)
        let pair = container.resolve(Pair.self)
        #expect(pair.first === pair.second)
    }

    @Test func anotherOutermostRequestGetsAnotherInstance() {
        let container = Container()
        Self.register(.graph, in: container)
        #expect(container.resolve(Pair.self).first !== container.resolve(Pair.self).first)
    }

    @Test func outermostServiceItselfIsShared() {
        final class Parent: Sendable {
            let child: Lazy<Child>
            init(_ child: Lazy<Child>) { self.child = child }
        }
        final class Child: Sendable {
            let parent: Parent
            init(_ parent: Parent) { self.parent = parent }
        }
        struct Family: Sendable {
            let parent: Parent
            let child: Child
        }
        let container = Container()
        container.register { r in Parent(r.resolve()) }.scope(.graph)
        container.register { r in Child(r.resolve()) }.scope(.graph)
        container.register { r in Family(parent: r.resolve(), child: r.resolve()) }
        let family = container.resolve(Family.self)
        #expect(family.child.parent === family.parent)
    }

    @Test func valuesAreSharedLikeObjects() {
        let container = Container()
        let tally = Counter()
        container.register { Stamp(number: tally.increment()) }.scope(.graph)
        container.register([Stamp].self, name: "pair") { r in [r.resolve(Stamp.self), r.resolve(Stamp.self)] }
        #expect(container.resolve([Stamp].self, name: "pair") == [Stamp(number: 1), Stamp(number: 1)])
        #expect(container.resolve([Stamp].self, name: "pair") == [Stamp(number: 2), Stamp(number: 2)])
    }

    @Test func sharingReachesThroughEveryLevel() {
        let container = Container()
        container.register { Node() }.scope(.graph)
        container.register(Pair.self, name: "inner") { r in Pair(first: r.resolve(), second: r.resolve()) }
        container.register { r in Pair(first: r.resolve(), second: r.resolve(Pair.self, name: "inner").second) }
        let pair = container.resolve(Pair.self)
        #expect(pair.first === pair.second)
    }

    @Test func injectedPropertyJoinsTheRequest() {
        final class Screen: Sendable {
            let first: Node = resolve()
            let second: Node = resolve()
        }
        let container = Container()
        container.register { Node() }.scope(.graph)
        container.register { Screen() }
        let screen = container.resolve(Screen.self)
        #expect(screen.first === screen.second)
    }

    @Test func instancesOfDistinctArgumentsAreKeptApart() {
        let container = Container()
        container.register { (_: Resolver, _: Int) in Node() }.scope(.graph)
        container.register([Node].self, name: "three") { r in
            [r.resolve(arguments: 1), r.resolve(arguments: 2), r.resolve(arguments: 1)]
        }
        let nodes = container.resolve([Node].self, name: "three")
        #expect(nodes[0] === nodes[2])
        #expect(nodes[0] !== nodes[1])
    }

    @Test func instanceIsReleasedAfterTheRequest() {
        let container = Container()
        container.register { Node() }.scope(.graph)
        let node = WeakReference(container.resolve(Node.self))
        #expect(node.object == nil)
    }

    @Test func shortLivedContainersWithinOneRequestAreNotMistakenForEachOther() {
        let parent = Container()
        parent.register(String.self) { r in "built for \(r.resolve(Int.self))" }.scope(.graph)
        parent.register([String].self, name: "all") { r in
            (0..<20)
                .map { number in
                    let child = Container(parent: r.container)
                    child.register { number }
                    return child.resolve(String.self)
                }
        }
        #expect(parent.resolve([String].self, name: "all") == (0..<20).map { "built for \($0)" })
    }

    @Test func hooksOfTheRequestSeeItsInstance() {
        let container = Container()
        let tally = Counter()
        container.register { Node() }.scope(.graph)
        container.register { r in Pair(first: r.resolve(), second: r.resolve()) }
            .onCreate { pair, r in
                if r.resolve(Node.self) === pair.first { tally.increment() }
            }
        _ = container.resolve(Pair.self)
        #expect(tally.count == 1)
    }
}
