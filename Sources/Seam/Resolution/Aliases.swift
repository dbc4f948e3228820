/// The ways to register aliases.
extension Registration {
    /// Adds aliases: other types by which the service is found, with the same instance, scope, arguments and
    /// decorators.
    ///
    /// An alias has a name only if `name` is given; that of a contribution never has one. The conversion is checked
    /// when an instance is built. If it fails, the request fails with ``ResolutionError/Code/incompatibleAlias``.
    ///
    /// - Complexity: O(1) on average for each alias, amortized.
    @discardableResult
    public func implements<each Alias>(
        _ types: repeat (each Alias).Type,
        name: ServiceName? = nil
    ) -> Self {
        for type in repeat each types { addAlias(type, name: name) }
        return self
    }

    /// Adds an alias whose conversion the compiler checks; that of a contribution has no name, and `name` is ignored.
    ///
    /// - Complexity: O(1) on average, amortized.
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
        var parts = parts(ofAliasNamed: name, upcast)
        parts.kind = .alias
        parts.aliasTarget = .key(entry.signature, entry.name)
        // The request for the target follows the scope of the target.
        _ = container.add(parts, settings: .unique)
    }

    /// The parts of an alias; without a parameter pack if the service takes no arguments, since most take none.
    private func parts<Alias>(
        ofAliasNamed name: ServiceName?,
        _ upcast: @escaping @Sendable (Service, Resolver) throws -> Alias
    ) -> RegistrationParts {
        let (site, target) = (entry.site, entry.name)
        guard entry.arguments == NoArguments.self else {
            var parts = RegistrationParts(Alias.self, name: name, site: site) {
                (resolver: Resolver, argument: repeat each Argument) in
                let instance: Service = try resolver.targetInstance(name: target, arguments: repeat each argument)
                return try upcast(instance, resolver)
            }
            parts.addAsync { (resolver: Resolver, argument: repeat each Argument) in
                try await Self.awaited(with: resolver, by: upcast) {
                    try await $0.targetInstanceAsync(name: target, ArgumentPack(repeat each argument))
                }
            }
            return parts
        }
        let factory = ErasedFactory { resolver in
            try upcast(try resolver.targetInstance(name: target), resolver)
        }
        var parts = RegistrationParts(Alias.self, name: name, site: site, factory: factory)
        parts.asyncFactory = Self.asyncFactory(by: upcast) {
            try await $0.targetInstanceAsync(name: target, NoArguments())
        }
        return parts
    }

    /// Adds the alias of a contribution, which is a contribution to the other type.
    private func addContributedAlias<Alias>(
        _ type: Alias.Type,
        in container: Container,
        upcast: @escaping @Sendable (Service, Resolver) throws -> Alias
    ) {
        // An alias of a contribution has no name, and would be a second contribution to the same type.
        guard Alias.self != Service.self else { return }
        let (site, order) = (entry.site, entry.order)
        let factory = ErasedFactory { resolver in
            try upcast(try resolver.contributedInstance(order: order), resolver)
        }
        var parts = RegistrationParts(Alias.self, name: nil, site: site, factory: factory)
        parts.kind = .contribution
        parts.aliasTarget = .contribution(to: ObjectIdentifier(Service.self), order: order)
        parts.asyncFactory = Self.asyncFactory(by: upcast) { try await $0.contributedInstanceAsync(order: order) }
        _ = container.add(parts, settings: .unique)
    }

    /// The async factory of an alias without arguments.
    private static func asyncFactory<Alias>(
        by upcast: @escaping @Sendable (Service, Resolver) throws -> Alias,
        _ service: @escaping @Sendable (Resolver) async throws -> Service
    ) -> ErasedAsyncFactory {
        ErasedAsyncFactory(ResolvingAsyncFactory { try await awaited(with: $0, by: upcast, service) })
    }

    /// The service as an alias promises it; a conformance that is isolated to the main actor is looked up there.
    private static func awaited<Alias>(
        with resolver: Resolver,
        by upcast: @escaping @Sendable (Service, Resolver) throws -> Alias,
        _ service: (Resolver) async throws -> Service
    ) async throws -> Alias {
        let service = try await service(resolver)
        do {
            return try upcast(service, resolver)
        } catch let error as ResolutionError where error.code == .incompatibleAlias {
            guard !MainActorCheck.isOnMainActor else { throw error }
            let alias = try await onMainActor { try upcast(service, resolver) }
            TaskContext.current?.frame?.content?.noteConversionOnMainActor()
            return alias
        }
    }
}

extension Registration {
    /// Unavailable: the service does not convert to the type of the alias.
    ///
    /// Swift 6.3 rejects such a program without a message. The form is needed until the compiler names the mistake.
    @available(*, unavailable, message: "the closure does not return the type of the alias")
    public func implements<Alias, Other>(
        _ type: Alias.Type,
        name: ServiceName? = nil,
        as upcast: @escaping @Sendable (Service) -> Other
    ) -> Self {
        fatalError()
    }
}
