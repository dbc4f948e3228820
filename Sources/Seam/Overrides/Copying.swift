internal import Synchronization

extension Container {
    /// Creates a container with the registrations and decorators of another, and of the containers above it.
    ///
    /// Nothing that the other keeps comes along: the copy builds its own instances. Later changes to one do not show
    /// in the other.
    ///
    /// - Complexity: O(*n*) in the number of registrations.
    public convenience init(copying other: Container) {
        other.prepareForUse()
        self.init(parent: other.parent.map { Container(copying: $0) }, defaultScope: other.defaultScope)
        let (entries, declarations) = other.state.withLock { source in
            state.withLock { copy in
                copy.decorations = source.decorations
                isDecorating.store(!source.decorations.isEmpty, ordering: .releasing)
                copy.modules = source.modules
            }
            let contributions = source.variants.values.flatMap { $0 }.filter { $0.kind == .contribution }
            return (other.tableContents + contributions, source.declarations.map { ($0.key, $0.value) })
        }
        for entry in entries.sorted(by: { $0.order < $1.order }) { file(entry.copy()) }
        for (key, declaration) in declarations where declaration.override != nil {
            let copy = declaration.copy()
            state.withLock { $0.declarations[key] = copy }
        }
    }

    /// A copy of the current container, with the registrations that `override` makes at every level of its chain.
    static func overridden(by override: (Container) throws -> Void) rethrows -> Container {
        let copy = Container(copying: current)
        copy.state.withLock { $0.copiedAncestors = Array(copy.chain.dropFirst()) }
        defer { copy.state.withLock { $0.copiedAncestors = [] } }
        try override(copy)
        return copy
    }
}
