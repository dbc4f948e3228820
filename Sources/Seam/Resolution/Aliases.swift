/// The ways to register aliases.
extension Registration {
    /// Adds aliases: other types by which the service is found, with the same instance, scope, arguments and
    /// decorators.
    ///
    /// An alias has a name only if `name` is given; that of a contribution never has one. The conversion is checked
    /// when the alias is asked for. If it fails, the request fails with ``ResolutionError/Code/incompatibleAlias``.
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
        let isContribution = entry.kind == .contribution
        // An alias of a contribution has no name.
        let name = isContribution ? nil : name
        // An alias under its own key would refer to itself, or be a second contribution to the same type; a
        // registration that was replaced changes nothing any more.
        guard let container, Alias.self != Service.self || name != entry.name, entry.isFiled else { return }
        let target: RegistryEntry.AliasTarget =
            isContribution
            ? .contribution(to: ObjectIdentifier(Service.self), order: entry.order)
            : .key(entry.signature, entry.name)
        var parts = parts(ofAliasOf: target, name: name, upcast)
        parts.kind = isContribution ? .contribution : .alias
        parts.aliasTarget = target
        // The request for the target follows the scope of the target.
        _ = container.add(parts, settings: .unique)
    }

    /// The parts of an alias; without a parameter pack if the service takes no arguments, since most take none.
    private func parts<Alias>(
        ofAliasOf target: RegistryEntry.AliasTarget,
        name: ServiceName?,
        _ upcast: @escaping @Sendable (Service, Resolver) throws -> Alias
    ) -> RegistrationParts {
        guard entry.arguments == NoArguments.self else {
            let target = entry.name
            var parts = RegistrationParts(Alias.self, name: name, site: entry.site) {
                (resolver: Resolver, argument: repeat each Argument) in
                try upcast(resolver.targetInstance(name: target, ArgumentPack(repeat each argument)), resolver)
            }
            let asyncFactory = AsyncArgumentFactory { (resolver: Resolver, argument: repeat each Argument) in
                try await Self.awaited(with: resolver, by: upcast) {
                    try await $0.targetInstanceAsync(name: target, ArgumentPack(repeat each argument))
                }
            }
            parts.asyncFactory = ErasedAsyncFactory(asyncFactory)
            return parts
        }
        let factory = ErasedFactory { resolver in try upcast(try resolver.instance(of: target), resolver) }
        var parts = RegistrationParts(Alias.self, name: name, site: entry.site, factory: factory)
        let asyncFactory = ResolvingAsyncFactory {
            try await Self.awaited(with: $0, by: upcast) { try await $0.instanceAsync(of: target) }
        }
        parts.asyncFactory = ErasedAsyncFactory(asyncFactory)
        return parts
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
            let alias = try await onMainActorForRequest { try upcast(service, resolver) }
            TaskContext.current.frame?.content?.noteConversionOnMainActor()
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
