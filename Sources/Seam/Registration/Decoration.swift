internal import Synchronization

/// A decorator of a container, erased; the key it stands under has the type of its service.
final class Decoration<Service>: Sendable {
    let transform: Decorator<Service>

    init(_ transform: @escaping Decorator<Service>) { self.transform = transform }
}

extension Container {
    /// Whether the container decorates that type and name.
    func isDecorated(_ type: any Any.Type, name: ServiceName?) -> Bool {
        state.withLock { $0.isDecorated(type, name: name) }
    }

    /// Whether the container, or one between it and `owner`, decorates anything.
    func isDecorating(upTo owner: Container) -> Bool {
        if isDecorating.load(ordering: .acquiring) { return true }
        guard self !== owner, let parent else { return false }
        return parent.isDecorating(upTo: owner)
    }

    /// The decorators of a type and name, the innermost first: those of `owner`, then of each container down to this.
    func decorators<Service>(
        of type: Service.Type,
        name: ServiceName?,
        upTo owner: Container
    ) -> [Decorator<Service>] {
        decorations(of: type, name: name, upTo: owner).map { $0.transform }
    }

    /// The same, erased no more.
    ///
    /// An override stands at every level of its chain, and is one decorator all the same.
    private func decorations<Service>(
        of type: Service.Type,
        name: ServiceName?,
        upTo owner: Container
    ) -> [Decoration<Service>] {
        let key = DecorationKey(type: ObjectIdentifier(type), name: name)
        let own = state.withLock { $0.decorations[key] ?? [] }.compactMap { $0 as? Decoration<Service> }
        guard self !== owner, let parent else { return own }
        let above = parent.decorations(of: type, name: name, upTo: owner)
        return above + own.filter { decoration in !above.contains { $0 === decoration } }
    }
}
