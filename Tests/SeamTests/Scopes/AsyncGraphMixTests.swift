import Seam
import TestKit
import Testing

/// Synchronous requests inside an async one are part of its graph.
struct AsyncGraphMixTests {
    fileprivate final class Node: Sendable {}

    private struct Holder: Sendable {
        let node: Node
    }

    /// The ways in which an async factory asks for the node.
    enum Way: CaseIterable {
        case synchronously
        case asynchronously
        case afterASuspension
        case inAChildTask
        case insideUnique
        case insideSingleton
        case insideAsyncSingleton
        case onTheMainActor

        fileprivate func node(_ r: Resolver) async throws -> Node {
            switch self {
            case .synchronously: return r.resolve()
            case .asynchronously: return try await r.resolveAsync()
            case .afterASuspension:
                await Task.yield()
                return r.resolve()
            case .inAChildTask:
                async let node = r.resolve(Node.self)
                return await node
            case .insideUnique: return r.resolve(Holder.self).node
            case .insideSingleton: return r.resolve(Holder.self, name: "singleton").node
            case .insideAsyncSingleton: return try await r.resolveAsync(Holder.self, name: "async").node
            case .onTheMainActor: return await MainActor.run { r.resolve() }
            }
        }
    }

    private func makeContainer(made: Counter = Counter()) -> Container {
        let container = Container()
        container.register { () -> Node in
            made.increment()
            return Node()
        }
        .scope(.graph)
        container.register { r in Holder(node: r.resolve()) }
        container.register(name: "singleton") { r in Holder(node: r.resolve()) }.scope(.singleton)
        container.registerAsync(Holder.self, name: "async") { r in
            await Task.yield()
            return Holder(node: r.resolve())
        }
        .scope(.singleton)
        return container
    }

    @Test(arguments: Way.allCases, Way.allCases)
    func synchronousAndAsyncRequestsFindOneInstance(first: Way, second: Way) async throws {
        let made = Counter()
        let container = makeContainer(made: made)
        container.registerAsync([Node].self, name: "both") { r in
            [try await first.node(r), try await second.node(r), try await first.node(r)]
        }
        let nodes = try await container.resolveAsync([Node].self, name: "both")
        #expect(made.count == 1)
        #expect(nodes.allSatisfy { $0 === nodes[0] })
    }

    @Test(arguments: Way.allCases)
    func nextRequestHasItsOwnInstance(way: Way) async throws {
        let container = makeContainer()
        container.registerAsync([Node].self, name: "one") { r in [try await way.node(r)] }
        let first = try await container.resolveAsync([Node].self, name: "one")
        container.reset()
        let second = try await container.resolveAsync([Node].self, name: "one")
        #expect(first[0] !== second[0])
    }

    @Test func factoryOfASynchronousServiceSharesTheInstance() async throws {
        let made = Counter()
        let container = makeContainer(made: made)
        let requests = Fixtures.registerStages(20, nested: true, in: container)
        container.register { (r: Resolver) -> Bool in
            let node = r.resolve(Node.self)
            for request in requests { _ = request(r) }
            return node === r.resolve(Node.self)
        }
        container.registerAsync([Bool].self) { r in
            let before = r.resolve(Node.self)
            let inside = r.resolve(Bool.self)
            await Task.yield()
            return [inside, before === r.resolve(Node.self)]
        }
        #expect(try await container.resolveAsync([Bool].self) == [true, true])
        #expect(made.count == 1)
    }

    @Test func instanceIsReleasedWithTheRequest() async throws {
        let container = Container()
        let living = Counter()
        container.register { CountedObject(living) }.scope(.graph)
        container.registerAsync(Bool.self) { r in
            let isIntact = r.resolve(CountedObject.self).isIntact
            await Task.yield()
            return isIntact && living.count == 1 && r.resolve(CountedObject.self).isIntact
        }
        #expect(try await container.resolveAsync(Bool.self))
        #expect(living.count == 0)
    }

    @Test func synchronousServiceAskedForAsynchronouslySharesWithinItself() async throws {
        let made = Counter()
        let container = makeContainer(made: made)
        container.register { r in r.resolve(Node.self) === r.resolve(Holder.self).node }
        #expect(try await container.resolveAsync(Bool.self))
        #expect(made.count == 1)
    }

    @Test func requestsAtTheSameTimeShareNothing() async throws {
        let container = makeContainer()
        container.registerAsync([Node].self, name: "pair") { r in
            let first = r.resolve(Node.self)
            await Task.yield()
            return [first, r.resolve()]
        }
        let pairs = try await withThrowingTaskGroup(of: [Node].self) { group in
            for _ in 0..<100 { group.addTask { try await container.resolveAsync([Node].self, name: "pair") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pairs.allSatisfy { $0[0] === $0[1] })
        #expect(Set(pairs.map { ObjectIdentifier($0[0]) }).count == 100)
    }
}
