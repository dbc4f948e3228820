import Foundation
import Seam
import TestKit
import Testing

extension Container {
    fileprivate var graphedNumber: Factory<Int> { self { 4 } }
}

/// The dependency graph and its renderings.
struct DependencyGraphTests {
    private struct Network: Sendable {}
    private protocol Payments: Sendable {}
    private struct Card: Payments { let network: Network }
    private struct Cart: Sendable {
        let payments: any Payments
        var number: Int { 1 }
    }
    private struct Session: Sendable {}
    private struct Wallet: Sendable { let payments: Lazy<any Payments> }

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

    @Test func aliasHasTheScopeOfItsTarget() {
        let container = Container()
        container.register { Network() }.scope(.singleton).implements(Network.self, name: "home")
        container.register(name: "office") { Network() }.scope(.cached).implements(Network.self, name: "lobby")
            .decorate { network, _ in network }
        let graph = container.dependencyGraph()
        #expect(
            Set(graph.nodes.map { "\($0.key) \($0.scope)" }) == [
                "Network singleton", "Network \"home\" singleton", "Network \"office\" cached",
                "Network \"lobby\" cached",
            ]
        )
    }

    @Test func aliasOfAContributionStandsForIt() {
        let container = Container()
        container.contribute { Network() }.scope(.singleton).implements((any Sendable).self)
        let graph = container.dependencyGraph()
        #expect(graph.edges.map(\.kind) == [.alias])
        #expect(graph.nodes.map(\.scope) == ["singleton", "singleton"])
    }

    /// The first attempt leaves its thread behind, since a `resolve` off the main actor cannot throw.
    @Test @MainActor func hookOfAServiceThatWasBegunTwiceAsksInAHook() {
        let container = Container()
        container.register { 1 }
        container.registerOnMainActor { Network() }
        container.register { resolver in
            _ = resolver.resolve(Network.self)
            return Session()
        }
        .onResolved { _, resolver in _ = resolver.resolve(Int.self) }
        let edges = container.dependencyGraph().edges
        #expect(Set(edges.map { "\($0.to) \($0.kind.rawValue)" }) == ["Network eager", "Int hook"])
    }

    /// The end of an inner build is not that of an outer one of the same registration.
    @Test func recursionByArgumentAsksInTheFactory() {
        let container = Container()
        container.register { Network() }
        container.register { (r: Resolver, depth: Int) -> Session in
            if depth > 0 { _ = r.resolve(Session.self, arguments: depth - 1) }
            _ = r.resolve(Network.self)
            return Session()
        }
        let edges = container.dependencyGraph { $0.arguments(for: Session.self, 2) }.edges
        #expect(Set(edges.map(\.kind)) == [.eager])
        #expect(edges.count == 2)
    }

    @Test @MainActor func kindsOfNodesAreThoseOfTheRegistrations() {
        let container = Container()
        container.register { Network() }.implements(Network.self, name: "home")
        container.register(value: Session())
        container.registerOnMainActor { 1 }
        container.registerAsync { 1.5 }
        container.contribute { "part" }
        container.register { (r: Resolver) in UInt8(r.container.graphedNumber()) }
        let kinds = container.dependencyGraph().nodes.map { "\($0.key): \($0.kind.rawValue)" }
        #expect(
            Set(kinds) == [
                "Network: factory", "Network \"home\": alias", "Session: value", "Int: mainActor", "Double: async",
                "String: contribution", "UInt8: factory", "\\.graphedNumber: declaration",
            ]
        )
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

    @Test func dependencyWithCompatibleArgumentsIsThatOfTheNearestLevel() throws {
        let parent = Container()
        parent.register(fileID: "Shop/Parent.swift", line: 1) { (_: Resolver, _: Int?) in Fixtures.Engine() }
        let child = Container(parent: parent)
        child.register(fileID: "Shop/Child.swift", line: 1) { (_: Resolver, _: Int?) in Fixtures.Engine() }
        @Sendable func cart(_ engine: Provider<Fixtures.Engine, Int>) -> Fixtures.Live { Fixtures.Live() }
        child.register(autowiring: cart)
        let graph = child.dependencyGraph { $0.arguments(for: Fixtures.Engine.self, Int?(1)) }
        let targets = graph.edges.map(\.to)
        #expect(graph.nodes.filter { targets.contains($0.id) }.compactMap(\.location) == ["Shop/Child.swift:1"])
    }

    @Test func decoratorOfAnAliasHasDependenciesOfItsOwn() {
        let container = Container()
        container.register { Network() }
        container.register { Session() }
        container.register(autowiring: Card.init).implements((any Payments).self)
        container.decorate((any Payments).self) { payments, resolver in
            _ = try resolver.tryResolve(Session.self)
            return payments
        }
        let edges = container.dependencyGraph().edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" }
        #expect(Set(edges) == ["Card eager Network", "Payments alias Card", "Payments decorator Session"])
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

    @Test func graphIsCodable() throws {
        let graph = shop().dependencyGraph()
        let data = try JSONEncoder().encode(graph)
        #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == graph)
    }

    /// A graph with every kind of edge, a circle, a captive service and a missing one.
    private func faulty() -> Container {
        let container = shop()
        container.register { (r: Resolver) in Float(try r.tryResolve(Cart.self).number) }.scope(.singleton)
        container.contribute { 1 }.onCreate { _, r in _ = r.resolve(Network.self) }
        container.register { (r: Resolver) in "\(r.all(Int.self))" }
        container.register { (r: Resolver) in Double(try r.tryResolve(UInt.self)) }
        container.register { (r: Resolver) in UInt(try r.tryResolve(Double.self)) }
        container.register(name: "eu") { (r: Resolver) in try r.tryResolve(Double.self, name: "us") > 0 }
        return container
    }

    @Test func mermaidShowsTheWholeGraph() {
        #expect(
            faulty().dependencyGraph().mermaid == """
                flowchart LR
                    n0(["Network<br/><small>singleton</small>"])
                    n1["Card"]
                    n2["Payments"]
                    n3(["Cart<br/><small>cached</small>"])
                    n4["Session"]
                    n5(["Float<br/><small>singleton</small>"])
                    n6["Int"]
                    n7["String"]
                    n8["Double"]
                    n9["UInt"]
                    n10["Bool #quot;eu#quot;"]
                    n11{{"Double #quot;us#quot;"}}
                    n1 --> n0
                    n2 ==>|alias| n1
                    n3 --> n2
                    n3 -->|decorator| n4
                    n4 -.->|lazy| n3
                    n5 --> n3
                    n6 -->|hook| n0
                    n7 -->|contribution| n6
                    n8 --> n9
                    n9 --> n8
                    n10 --> n11
                    classDef missing stroke:#c62828,stroke-dasharray:4,color:#c62828
                    class n11 missing
                    linkStyle 5,8,9 stroke:#c62828,stroke-width:2px

                """
        )
    }

    @Test func dotShowsTheWholeGraph() {
        #expect(
            faulty().dependencyGraph().dot == #"""
                digraph services {
                    rankdir=LR; ranksep=0.9; nodesep=0.15; splines=true; bgcolor="white";
                    node [shape=box style="rounded,filled" fillcolor="#f5f5f2" color="#8a8a80" \#
                fontname="Helvetica" fontsize=11 margin="0.12,0.05"];
                    edge [color="#8a8a80" fontname="Helvetica" fontsize=9 arrowsize=0.6];
                    n0 [label="Network\nsingleton" fillcolor="#dcebf7" color="#3a6ea5"];
                    n1 [label="Card"];
                    n2 [label="Payments"];
                    n3 [label="Cart\ncached" fillcolor="#dcebf7" color="#3a6ea5"];
                    n4 [label="Session"];
                    n5 [label="Float\nsingleton" fillcolor="#dcebf7" color="#3a6ea5"];
                    n6 [label="Int"];
                    n7 [label="String"];
                    n8 [label="Double"];
                    n9 [label="UInt"];
                    n10 [label="Bool \"eu\""];
                    n11 [label="Double \"us\"" style="rounded,dashed" color="#c62828" fontcolor="#c62828"];
                    n1 -> n0;
                    n2 -> n1 [arrowhead=empty];
                    n3 -> n2;
                    n3 -> n4 [label="decorator"];
                    n4 -> n3 [style=dashed];
                    n5 -> n3 [color="#c62828" penwidth=2];
                    n6 -> n0 [label="hook"];
                    n7 -> n6 [label="contribution"];
                    n8 -> n9 [color="#c62828" penwidth=2];
                    n9 -> n8 [color="#c62828" penwidth=2];
                    n10 -> n11;
                }

                """#
        )
    }

    @Test func everyDependentOfAMissingServiceHasAnEdge() {
        let container = Container()
        container.register { Cart(payments: $0.resolve()) }
        container.register(autowiring: Wallet.init)
        container.register { Card(network: Network()) }.implements((any Payments).self, name: "card")
        container.register { (r: Resolver) in
            _ = try r.tryResolve((any Payments).self)
            return Session()
        }
        let graph = container.dependencyGraph()
        let edges = Set(graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" })
        #expect(
            edges == [
                "Cart eager Payments", "Session eager Payments", "Wallet lazy Payments", "Payments \"card\" alias Card",
            ]
        )
    }

    @Test func backslashesAreEscaped() {
        let container = Container()
        container.register(name: "a\\") { 1 }
        container.register { (r: Resolver) in r.container.plan() }
        let graph = container.dependencyGraph()
        #expect(graph.dot.contains(#"label="Int \"a\\\\\""]"#))
        #expect(graph.dot.contains(#"label="\\.plan"]"#))
        #expect(graph.mermaid.contains(##"n0["Int #quot;a\\#quot;"]"##))
        #expect(graph.mermaid.contains(#"["\.plan"]"#))
    }

    @Test func textInQuotesIsEscaped() {
        let container = Container()
        container.register(name: "say \"hi\"") { 1 }
        let graph = container.dependencyGraph()
        #expect(graph.dot.contains(#"label="Int \"say \\\"hi\\\"\"""#))
        #expect(graph.mermaid.contains(##"n0["Int #quot;say \#quot;hi\#quot;#quot;"]"##))
    }

    @Test func nameIsOneLineOfText() {
        let container = Container()
        container.register(name: "a\n\0b") { 1 }
        let graph = container.dependencyGraph()
        #expect(graph.mermaid.contains(##"n0["Int #quot;a\n\0b#quot;"]"##))
        #expect(graph.dot.contains(#"label="Int \"a\\n\\0b\""]"#))
        #expect(container.description.contains(#"Int "a\n\0b"  unique"#))
    }

    @Test func entityInANameIsEscapedInMermaid() {
        let container = Container()
        container.register(name: "#lt;&amp;") { 1 }
        #expect(container.dependencyGraph().mermaid.contains(##"n0["Int #quot;#35;lt;#amp;amp;#quot;"]"##))
    }
}

extension Container {
    fileprivate var plan: Factory<String> { self { "plan" } }
}
