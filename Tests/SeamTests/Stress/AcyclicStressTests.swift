import Seam
import TestKit
import Testing

/// Services without a circle never fail with one, in any order of waits.
struct AcyclicStressTests {
    private final class Node: Sendable {
        let number: Int
        let below: [Node]
        init(_ number: Int, below: [Node]) { (self.number, self.below) = (number, below) }
    }

    private static let nodes = 25
    private static let threads = 8
    private static let rounds = 50
    private static let scopes: [Scope] = [.singleton, .cached, .shared, .container, .graph, .unique, .singleton]

    private static func name(_ number: Int) -> ServiceName { ServiceName("\(number)") }

    /// Each node needs some with lower numbers, in its factory and in its hook.
    private static func makeContainer(seed: UInt64, builds: Counter) -> Container {
        var generator = SeededGenerator(seed: seed)
        let container = Container()
        for number in 0..<nodes {
            let below = (0..<number).shuffled(using: &generator).prefix(2)
            let hooked = (0..<number).randomElement(using: &generator)
            let scope = scopes.randomElement(using: &generator) ?? .singleton
            container.register(Node.self, name: name(number)) { r in
                if scope == .singleton { builds.increment() }
                return Node(number, below: try below.map { try r.tryResolve(Node.self, name: name($0)) })
            }
            .scope(scope)
            .onCreate { _, r in
                guard let hooked else { return }
                _ = try r.tryResolve(Node.self, name: name(hooked))
            }
        }
        return container
    }

    @Test(.timeLimit(.minutes(15)))
    func noRequestOfTenThousandFails() throws {
        for round in 0..<Self.rounds {
            let container = Self.makeContainer(seed: UInt64(round), builds: Counter())
            let failures = try ThreadGroup.run(Self.threads) { thread -> [String] in
                var generator = SeededGenerator(seed: UInt64(round * 100 + thread))
                var failures: [String] = []
                for _ in 0..<Self.nodes {
                    let number = Int.random(in: 0..<Self.nodes, using: &generator)
                    do throws(ResolutionError) {
                        let node = try container.tryResolve(Node.self, name: Self.name(number))
                        if node.number != number { failures.append("\(number) gave \(node.number)") }
                    } catch {
                        failures.append(error.description)
                    }
                }
                return failures
            }
            #expect(failures.flatMap { $0 } == [])
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func everySingletonIsBuiltOnce() throws {
        for round in 0..<Self.rounds {
            let builds = Counter()
            let container = Container()
            for number in 0..<Self.nodes {
                container.register(Node.self, name: Self.name(number)) { r in
                    builds.increment()
                    let below = (max(0, number - 3)..<number).map { $0 }
                    return Node(number, below: try below.map { try r.tryResolve(Node.self, name: Self.name($0)) })
                }
                .scope(.singleton)
                .onCreate { _, r in
                    guard number > 0 else { return }
                    _ = try r.tryResolve(Node.self, name: Self.name(number / 2))
                }
            }
            let nodes = try ThreadGroup.run(4) { thread in
                var generator = SeededGenerator(seed: UInt64(round * 10 + thread))
                return try (0..<Self.nodes).shuffled(using: &generator)
                    .map {
                        try container.tryResolve(Node.self, name: Self.name($0))
                    }
            }
            #expect(builds.count == Self.nodes)
            let identities = Set(nodes.flatMap { $0 }.map(ObjectIdentifier.init))
            #expect(identities.count == Self.nodes)
        }
    }
}
