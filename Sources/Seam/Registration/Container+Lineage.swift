extension Container {
    /// This container and those above.
    var lineage: [Container] {
        var lineage: [Container] = []
        var container = Optional(self)
        while let current = container {
            lineage.append(current)
            container = current.parent
        }
        return lineage
    }

    /// The containers below that are alive.
    var descendants: [Container] {
        let children = state.withLock { $0.children.compactMap(\.container) }
        return children.flatMap { [$0] + $0.descendants }
    }

    /// The other levels of a copied chain, while its overrides are being registered.
    var mirrors: [Container] { state.withLock { $0.mirrors } }
}
