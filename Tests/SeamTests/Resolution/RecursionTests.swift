import Seam
import TestKit
import Testing

/// Recursion with arguments: other values are no cycle.
struct RecursionTests {
    private final class Node: Sendable {
        let id: Int
        let next: Node?
        init(id: Int, next: Node?) {
            self.id = id
            self.next = next
        }
    }

    @Test(arguments: [Scope].all)
    func otherArgumentsAreNoCycle(_ scope: Scope) {
        let container = Container()
        container.register { (resolver: Resolver, id: Int) in
            Node(id: id, next: id == 0 ? nil : resolver.resolve(Node.self, arguments: id - 1))
        }
        .scope(scope)
        let node = container.resolve(Node.self, arguments: 3)
        #expect(node.next?.id == 2)
        #expect(node.next?.next?.next?.id == 0)
        #expect(node.next?.next?.next?.next == nil)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func equalArgumentsAreACycle(_ scope: Scope) throws {
        let container = Container()
        container.register { (resolver: Resolver, id: Int) in
            Node(id: id, next: try resolver.tryResolve(Node.self, arguments: id == 0 ? 2 : id - 1))
        }
        .scope(scope)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Node.self, arguments: 2) }
        #expect(error.code == .circularDependency)
        #expect(error.path.count == 4)
    }

    @Test(.enabled(if: !Sanitizer.isOfAddresses)) func manyOtherArgumentsAreNoCycle() {
        let container = Container()
        container.register { (resolver: Resolver, id: Int) -> Int in
            id == 0 ? 0 : 1 + resolver.resolve(Int.self, arguments: id - 1)
        }
        #expect(container.resolve(Int.self, arguments: 1_000) == 1_000)
    }

    @Test func argumentsThatAreNotHashableMayRepeat128Times() {
        let container = Container()
        container.register { (resolver: Resolver, depth: Fixtures.Depth) -> Int in
            guard depth.remaining > 0 else { return 0 }
            return 1 + resolver.resolve(Int.self, arguments: Fixtures.Depth(remaining: depth.remaining - 1))
        }
        #expect(container.resolve(Int.self, arguments: Fixtures.Depth(remaining: 127)) == 127)
    }

    @Test func argumentsThatAreNotHashableAreACycleAfter128Repetitions() throws {
        let container = Container()
        let calls = Counter()
        container.register { (resolver: Resolver, depth: Fixtures.Depth) -> Int in
            calls.increment()
            return try resolver.tryResolve(Int.self, arguments: Fixtures.Depth(remaining: depth.remaining + 1))
        }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Int.self, arguments: Fixtures.Depth(remaining: 0))
        }
        #expect(error.code == .circularDependency)
        #expect((128...129).contains(calls.count))
        #expect(error.path.count == calls.count + 1)
        #expect(error.description.contains("more …"))
    }

    @Test func argumentsThatAreNotHashableAreNoCycleSideBySide() {
        let container = Container()
        container.register { (_: Resolver, depth: Fixtures.Depth) in depth.remaining }
        container.register { (resolver: Resolver) in
            (0..<300).map { resolver.resolve(Int.self, arguments: Fixtures.Depth(remaining: $0)) }
        }
        #expect(container.resolve([Int].self).count == 300)
    }
}
