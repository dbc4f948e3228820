/// A decorator of a container, erased; the key it stands under has the type of its service.
struct Decoration<Service>: Sendable {
    let transform: TypedRegistration<Service>.Decorator
}

extension Container {
    /// Whether the container decorates that type and name.
    func isDecorated(_ type: any Any.Type, name: ServiceName?) -> Bool {
        state.withLock { $0.isDecorated(type, name: name) }
    }

    /// The decorators of a type and name, the innermost first: those of `owner`, then of each container down to this.
    func decorators<Service>(
        of type: Service.Type, name: ServiceName?, upTo owner: Container
    ) -> [TypedRegistration<Service>.Decorator] {
        let key = DecorationKey(type: ObjectIdentifier(type), name: name)
        let own = state.withLock { $0.decorations[key] ?? [] }.compactMap { ($0 as? Decoration<Service>)?.transform }
        guard self !== owner, let parent else { return own }
        return parent.decorators(of: type, name: name, upTo: owner) + own
    }
}
