import Seam

extension GrowthCurve {
    /// Chains of services, each needing the next, built cold: by type, by argument and by name, in every scope,
    /// and with hooks.
    static let depth: [GrowthCurve] =
        [
            ("unique", Scope.unique), ("graph", .graph), ("cached", .cached),
            ("cached(for:)", .cached(for: .seconds(86_400))),
            ("shared", .shared), ("container", .container), ("singleton", .singleton),
        ]
        .flatMap { name, scope in
            [
                depth("type", name) { count in
                    let chain = Chain(scope: scope)
                    let request = chain.request(depth: count)
                    return (chain.container, { request($0) })
                },
                depth("argument", name) { count in
                    let container = Container.filled { container in
                        container.register { (resolver, below: Int) in
                            Node(next: below == 0 ? nil : resolver.resolve(Node.self, arguments: below - 1))
                        }
                        .scope(scope)
                    }
                    return (container, { $0.resolve(Node.self, arguments: count - 1) })
                },
                depthByName(name) { $0.scope(scope) },
            ]
        } + [
            depthByName("unique, with onResolved") { $0.onResolved { _, _ in } },
            depthByName("cached, with onResolved") { $0.scope(.cached).onResolved { _, _ in } },
        ]

    private static func depthByName(
        _ scope: String,
        configure: @escaping @Sendable (Registration<Node>) -> Registration<Node>
    ) -> GrowthCurve {
        depth("name", scope) { count in
            let names = (0..<count).map { ServiceName("node \($0)") }
            let container = Container.filled { container in
                for (index, name) in names.enumerated() {
                    let next = index == 0 ? nil : names[index - 1]
                    let registration = container.register(Node.self, name: name) { resolver in
                        Node(next: next.map { resolver.resolve(Node.self, name: $0) })
                    }
                    _ = configure(registration)
                }
            }
            return (container, { $0.resolve(Node.self, name: names[count - 1]) })
        }
    }

    private static func depth(
        _ way: String,
        _ scope: String,
        chain: @escaping @Sendable (Int) -> (container: Container, request: (Container) -> AnyObject)
    ) -> GrowthCurve {
        GrowthCurve(name: "an object of a chain by \(way), \(scope)", sizes: [10, 20, 50, 100, 200, 500]) { count in
            let (container, request) = chain(count)
            // The chain is released after its time was taken: its release is no part of a resolution.
            var last: AnyObject?
            return Fastest.run(times: 31) {
                last = nil
                container.reset()
            } of: { _ in
                last = request(container)
                if let last { consume(last) }
            } / Double(count)
        }
    }
}

/// One object of a chain whose objects are all of this type.
private final class Node: Sendable {
    let next: Node?

    init(next: Node?) {
        self.next = next
    }
}
