import Seam
import TestKit
import Testing

private protocol Knot: AnyObject, Sendable {}
private protocol Loop: AnyObject, Sendable {}

private final class Node: Knot, Loop {}

private struct Keeper: Sendable {
    let node: Node
}

private final class Keeping: Sendable {
    let node: Node
    init(_ node: Node) { self.node = node }
}

private final class LazyKeeping: Sendable {
    let node: Lazy<Node>
    init(_ node: Lazy<Node>) { self.node = node }
}

/// An outermost request has one instance of a `graph` service, whichever requests ask for it.
struct GraphWaysTests {
    /// The ways in which a factory or a hook asks for the node.
    enum Way: CaseIterable {
        case directly
        case trying
        case optionally
        case asOptional
        case asOptionalOfOptional
        case lazily
        case byProvider
        case byProviderOfOptional
        case collecting
        case asArray
        case byAlias
        case byAliasOptionally
        case collectingAliases
        case byDecoratedAlias
        case byFreeFunction
        case inABoundContainer
        case insideUnique
        case insideGraph
        case insideSingleton
        case insideCached
        case insideExpiring
        case insideShared
        case insideContainer
        case insideStored
        case insideHooked
        case lazilyInsideSingleton

        fileprivate func node(_ r: Resolver) throws -> Node? {
            switch self {
            case .directly: return r.resolve(Node.self)
            case .trying: return try r.tryResolve(Node.self)
            case .optionally: return r.optional(Node.self)
            case .asOptional: return r.resolve(Node?.self)
            case .asOptionalOfOptional: return r.resolve(Node??.self) ?? nil
            case .lazily: return r.resolve(Lazy<Node>.self).value
            case .byProvider: return r.resolve(Provider<Node>.self)()
            case .byProviderOfOptional: return r.resolve(Provider<Node?>.self)()
            case .collecting: return r.all(Node.self).first
            case .asArray: return r.resolve([Node].self).first
            case .byAlias: return r.resolve((any Knot).self) as? Node
            case .byAliasOptionally: return r.optional((any Knot).self) as? Node
            case .collectingAliases: return r.all((any Knot).self).first as? Node
            case .byDecoratedAlias: return r.resolve((any Loop).self) as? Node
            case .byFreeFunction: return resolve(Node.self)
            case .inABoundContainer: return withContainer(r.container) { resolve(Node.self) }
            case .insideUnique: return r.resolve(Keeper.self).node
            case .lazilyInsideSingleton: return r.resolve(LazyKeeping.self).node.value
            default: return r.resolve(Keeping.self, name: name).node
            }
        }

        private var name: ServiceName { ServiceName("\(self)") }

        fileprivate static func makeContainer(made: Counter) -> Container {
            let container = Container()
            container.register { () -> Node in
                made.increment()
                return Node()
            }
            .scope(.graph).implements((any Knot).self, (any Loop).self)
            container.decorate((any Loop).self) { node, _ in node }
            container.register { r in Keeper(node: r.resolve()) }
            container.register { r in LazyKeeping(r.resolve()) }.scope(.singleton)
            let scopes: [(Way, Scope)] = [
                (.insideGraph, .graph), (.insideSingleton, .singleton), (.insideCached, .cached),
                (.insideExpiring, .cached(for: .seconds(3_600))), (.insideShared, .shared),
                (.insideContainer, .container), (.insideStored, .shelf),
            ]
            for (way, scope) in scopes {
                container.register(Keeping.self, name: way.name) { r in Keeping(r.resolve()) }.scope(scope)
            }
            container.register(Keeping.self, name: Way.insideHooked.name) { r in Keeping(r.resolve()) }
                .scope(.graph).onCreate { _, _ in }
            return container
        }
    }

    @Test(arguments: Way.allCases, Way.allCases)
    func twoPathsInAFactoryLeadToOneInstance(first: Way, second: Way) {
        let made = Counter()
        let container = Way.makeContainer(made: made)
        container.register([Node?].self, name: "both") { r in
            [try first.node(r), try second.node(r), try first.node(r)]
        }
        let nodes = container.resolve([Node?].self, name: "both")
        #expect(made.count == 1)
        #expect(nodes.allSatisfy { $0 != nil && $0 === nodes[0] })
    }

    @Test(arguments: Way.allCases, Way.allCases)
    func pathsInTheFactoryAndInTheHookLeadToOneInstance(first: Way, second: Way) {
        let made = Counter()
        let (early, late) = (Box<Node?>(), Box<Node?>())
        let container = Way.makeContainer(made: made)
        container.register(String.self) { r in
            early.value = try first.node(r)
            return "text"
        }
        .onCreate { _, r in late.value = try second.node(r) }
        _ = container.resolve(String.self)
        #expect(made.count == 1)
        #expect(early.value != nil && early.value === late.value)
    }

    @Test(arguments: Way.allCases, Way.allCases)
    func twoPathsInHooksLeadToOneInstance(first: Way, second: Way) {
        let made = Counter()
        let (early, late) = (Box<Node?>(), Box<Node?>())
        let container = Way.makeContainer(made: made)
        container.register(String.self) { "text" }
            .onCreate { _, r in early.value = try first.node(r) }
            .onCreate { _, r in late.value = try second.node(r) }
        _ = container.resolve(String.self)
        #expect(made.count == 1)
        #expect(early.value != nil && early.value === late.value)
    }

    @Test(arguments: Way.allCases)
    func nextRequestHasItsOwnInstance(way: Way) {
        let container = Way.makeContainer(made: Counter())
        container.register([Node?].self, name: "one") { r in [try way.node(r)] }
        let first = container.resolve([Node?].self, name: "one")
        container.reset()
        #expect(container.resolve([Node?].self, name: "one") != first)
    }

    @Test(arguments: Way.allCases)
    func contributionsOfOneCollectionShareTheInstance(way: Way) {
        let made = Counter()
        let container = Way.makeContainer(made: made)
        for _ in 0..<3 { container.contribute([Node?].self) { r in [try way.node(r)] } }
        let nodes = container.all([Node?].self).joined()
        #expect(made.count == 1)
        #expect(Set(nodes.compactMap { $0.map(ObjectIdentifier.init) }).count == 1)
    }
}

extension Node: Equatable {
    static func == (left: Node, right: Node) -> Bool { left === right }
}
