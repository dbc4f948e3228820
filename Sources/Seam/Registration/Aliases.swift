extension Registration {
    /// Makes the service known by other types as well, which share its instance, scope, arguments and decorators.
    ///
    /// Whether the instance conforms is checked when it is first built; otherwise the request fails with
    /// ``ResolutionError/Code/incompatibleAlias``.
    @discardableResult
    public func implements<each Alias>(
        _ types: repeat (each Alias).Type,
        name: ServiceName? = nil
    ) -> Self {
        for type in repeat each types { addAlias(type, name: name) }
        return self
    }

    /// Makes the service known by another type as well; the compiler checks the conversion.
    @discardableResult
    public func implements<Alias>(
        _ type: Alias.Type,
        name: ServiceName? = nil,
        as upcast: @escaping @Sendable (Service) -> Alias
    ) -> Self {
        addAlias(type, name: name) { service, _ in upcast(service) }
        return self
    }

    private func addAlias<Alias>(_ type: Alias.Type, name: ServiceName?) {
        let site = entry.site
        addAlias(type, name: name) { service, resolver in try resolver.cast(service, site: site) }
    }

    private func addAlias<Alias>(
        _ type: Alias.Type,
        name: ServiceName?,
        upcast: @escaping @Sendable (Service, Resolver) throws -> Alias
    ) {
        // An alias under its own key would refer to itself; a registration that was replaced changes nothing any more.
        guard let container, Alias.self != Service.self || name != entry.name, entry.isFiled else { return }
        guard entry.kind != .contribution else { return addContributedAlias(type, in: container, upcast: upcast) }
        let (site, target) = (entry.site, entry.name)
        var draft = RegistrationDraft(Alias.self, name: name, site: site) {
            (resolver: Resolver, argument: repeat each Argument) in
            try upcast(try resolver.target(name: target, arguments: repeat each argument, site: site), resolver)
        }
        draft.kind = .alias(.init(signature: entry.signature, name: target))
        draft.addAsync { (resolver: Resolver, argument: repeat each Argument) in
            try upcast(
                try await resolver.targetAsync(name: target, arguments: repeat each argument, site: site),
                resolver
            )
        }
        _ = container.add(draft, settings: .unique)
    }

    /// Contributes the service as another type: no key leads to a contribution, and its alias replaces none.
    private func addContributedAlias<Alias>(
        _ type: Alias.Type,
        in container: Container,
        upcast: @escaping @Sendable (Service, Resolver) throws -> Alias
    ) {
        let (site, order) = (entry.site, entry.order)
        let factory = ErasedFactory { resolver in
            try upcast(try resolver.contribution(order: order, site: site), resolver)
        }
        var draft = RegistrationDraft(Alias.self, name: nil, site: site, factory: factory)
        draft.kind = .contribution
        _ = container.add(draft, settings: .unique)
    }
}
