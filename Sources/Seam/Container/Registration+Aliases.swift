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
        let site = registration.site
        addAlias(type, name: name) { service, resolver in try resolver.cast(service, site: site) }
    }

    private func addAlias<Alias>(
        _ type: Alias.Type,
        name: ServiceName?,
        upcast: @escaping @Sendable (Service, Resolver) throws -> Alias
    ) {
        // A service is what it is: an alias under its own key would stand for itself.
        guard let container, Alias.self != Service.self || name != registration.name else { return }
        let site = registration.site
        let targetName = registration.name
        var draft = RegistrationDraft(name: name, condition: .always, fileID: site.fileID, line: site.line)
        draft.kind = .alias(.init(signature: registration.signature, name: targetName))
        draft.scope = .unique
        guard registration.kind != .contribution else {
            // No key leads to a contribution, and its alias replaces none.
            draft.kind = .contribution
            let order = registration.order
            let _: Registration<Alias> = container.add(draft) { resolver in
                try upcast(try resolver.contribution(order: order, site: site), resolver)
            }
            return
        }
        let _: Registration<Alias, repeat each Argument> = container.add(
            draft,
            factory: { (resolver: Resolver, argument: repeat each Argument) in
                try upcast(
                    try resolver.target(name: targetName, arguments: repeat each argument, site: site),
                    resolver
                )
            },
            asyncFactory: AsyncFactory { (resolver: Resolver, argument: repeat each Argument) in
                try upcast(
                    try await resolver.targetAsync(name: targetName, arguments: repeat each argument, site: site),
                    resolver
                )
            }
        )
    }
}
