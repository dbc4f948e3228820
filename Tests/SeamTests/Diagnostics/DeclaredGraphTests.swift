import Seam
import Testing

/// Declared services in dependency graphs.
struct DeclaredGraphTests {
    @Test func usedServiceIsANodeWithTheDependenciesOfItsInstance() {
        let container = Container()
        #expect(container.dependencyGraph().nodes.isEmpty)
        _ = container.till()
        #expect(
            container.dependencyGraph().mermaid == """
                flowchart LR
                    n0(["\\.till<br/><small>singleton</small>"])
                    n1(["\\.drawer<br/><small>singleton</small>"])
                    n2["\\.coin"]
                    n0 --> n1

                """
        )
    }

    @Test func serviceThatARegisteredOneAsksForHasAllItsDependencies() {
        let container = Container()
        _ = container.till()
        container.register { Shop(till: Container.current.till()) }
        let graph = container.dependencyGraph()
        #expect(Set(graph.nodes.map(\.key)) == ["Shop", "\\.till", "\\.drawer", "\\.coin"])
        #expect(
            Set(graph.edges.map { "\($0.from) \($0.to)" }) == [
                "Shop \\.till", "\\.till \\.drawer", "\\.till \\.coin",
            ]
        )
    }

    @Test func promiseThatNobodyHasKeptIsOneMissingNode() {
        let container = Container()
        container.register { (resolver: Resolver) in try resolver.container.owed.tryResolve().isEmpty }
        let graph = container.dependencyGraph()
        #expect(graph.nodes.map { "\($0.key) \($0.kind.rawValue)" } == ["Bool factory", "\\.owed missing"])
        #expect(graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" } == ["Bool eager \\.owed"])
    }

    @Test func childShowsTheServicesThatItsParentKeeps() {
        let parent = Container()
        _ = parent.drawer()
        parent.drawer.register { Drawer() }
        let child = Container(parent: parent)
        #expect(child.dependencyGraph().nodes.map(\.key) == ["\\.drawer"])
    }
}

private final class Drawer: Sendable {}

private struct Coin {}

private struct Shop {
    let till: Till
}

private final class Till: Sendable {
    init(_: Drawer, _: Coin) {}
}

extension Container {
    fileprivate var till: Factory<Till> { self { Till(self.drawer(), self.coin()) }.singleton }
    fileprivate var drawer: Factory<Drawer> { self { Drawer() }.singleton }
    fileprivate var owed: Factory<String> { promised() }
    fileprivate var coin: Factory<Coin> { self { Coin() } }
}
