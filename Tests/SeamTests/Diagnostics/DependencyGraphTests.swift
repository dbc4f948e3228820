import Foundation
import Seam
import Testing

/// The dependency graph and its renderings.
struct DependencyGraphTests {
    private struct Network: Sendable {}
    private protocol Payments: Sendable {}
    private struct Card: Payments { let network: Network }
    private struct Cart: Sendable { let payments: any Payments }
    private struct Session: Sendable {}

    private func shop() -> Container {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 1) { Network() }.scope(.singleton)
        container.register(fileID: "Shop/M.swift", line: 2, autowiring: Card.init).implements((any Payments).self)
        container.register(fileID: "Shop/M.swift", line: 3) { Cart(payments: $0.resolve()) }.scope(.cached)
            .decorate { cart, r in
                _ = r.resolve(Session.self)
                return cart
            }
        container.register(fileID: "Shop/M.swift", line: 4) { (r: Resolver) in
            _ = try r.tryResolve(Lazy<Cart>.self)
            return Session()
        }
        return container
    }

    @Test func nodesAndEdgesAreThoseOfTheContainer() {
        let graph = shop().dependencyGraph()
        #expect(graph.nodes.map(\.id) == ["Network", "Card", "Payments", "Cart", "Session"])
        #expect(graph.nodes.map(\.scope) == ["singleton", "unique", "unique", "cached", "unique"])
        #expect(graph.nodes.map(\.kind) == [.factory, .factory, .alias, .factory, .factory])
        #expect(graph.nodes[0].location == "Shop/M.swift:1")
        let edges = Set(graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" })
        #expect(
            edges == [
                "Card eager Network", "Payments alias Card", "Cart eager Payments", "Cart decorator Session",
                "Session lazy Cart",
            ]
        )
    }

    @Test func contributionsHaveIdentitiesOfTheirOwn() {
        let container = Container()
        container.contribute { 1 }
        container.contribute { 2 }
        container.register { (r: Resolver) in r.all(Int.self).description }
        let graph = container.dependencyGraph()
        #expect(graph.nodes.map(\.id) == ["Int", "Int #2", "String"])
        #expect(graph.edges.map(\.kind) == [.contribution, .contribution])
    }

    @Test func faultsAreMarked() {
        let container = Container()
        container.register { Session() }.scope(.cached)
        container.register { (r: Resolver) in "\(try r.tryResolve(Session.self))" }.scope(.singleton)
        container.register { (r: Resolver) in try r.tryResolve(Double.self) > 0 ? 1 : 2 }
        container.register { (r: Resolver) in Double(try r.tryResolve(Int.self)) }
        container.register { (r: Resolver) in "\(try r.tryResolve(Network.self))".isEmpty }
        let graph = container.dependencyGraph()
        let faults = Set(graph.edges.map { "\($0.from) → \($0.to) \($0.fault?.rawValue ?? "")" })
        #expect(faults == ["String → Session captive", "Int → Double cycle", "Double → Int cycle", "Bool → Network "])
        #expect(graph.nodes.last?.kind == .missing)
    }

    @Test func theGraphIsCodable() throws {
        let graph = shop().dependencyGraph()
        let data = try JSONEncoder().encode(graph)
        #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == graph)
    }

    @Test func mermaidShowsScopesAndKinds() {
        #expect(
            shop().dependencyGraph().mermaid.split(separator: "\n").prefix(6).joined(separator: "\n") == """
                flowchart LR
                    n0(["Network<br/><small>singleton</small>"])
                    n1["Card"]
                    n2["Payments"]
                    n3(["Cart<br/><small>cached</small>"])
                    n4["Session"]
                """
        )
    }

    @Test func dotHasANodeAndAnEdgeForEach() {
        let graph = shop().dependencyGraph()
        let lines = graph.dot.split(separator: "\n")
        #expect(lines.first == "digraph services {")
        #expect(lines.filter { $0.contains(" -> ") }.count == graph.edges.count)
        #expect(lines.contains("    n2 -> n1 [arrowhead=empty];"))
    }

    @Test func textInQuotesIsEscaped() {
        let container = Container()
        container.register(name: "say \"hi\"") { 1 }
        let graph = container.dependencyGraph()
        #expect(graph.dot.contains(#"label="Int \"say \"hi\"\"""#))
        #expect(graph.mermaid.contains(##"n0["Int #quot;say #quot;hi#quot;#quot;"]"##))
    }
}
