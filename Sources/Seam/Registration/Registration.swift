/// A registration that was just made, to be given its scope, aliases, decorators and hooks.
///
/// ```swift
/// container.register { LiveAPI() }
///     .scope(.singleton)
///     .implements((any API).self)
/// ```
///
/// All methods return the registration, may be called in any order and from any thread, and take effect for requests
/// that follow. On a registration whose condition was false they change nothing.
public struct Registration<Service, each Argument>: Sendable {
    @usableFromInline let registration: AnyRegistration
    /// Where it was filed; `nil` where its condition was false.
    @usableFromInline let container: Container?

    @inlinable
    init(_ registration: AnyRegistration, in container: Container?) {
        self.registration = registration
        self.container = container
    }

    private func configured(
        _ change: (inout Configuration) -> Void
    ) -> Self {
        let containers = container.map { container in [container] + container.state.withLock { $0.mirrors } } ?? []
        let isDecorated = containers.contains { $0.isDecorated(Service.self, name: registration.name) }
        registration.configure(isDecorated: isDecorated, change)
        return self
    }
}

extension Registration {
    /// Sets how long instances are kept; with arguments, one for each distinct set of them.
    @discardableResult
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        let configured = configured { $0.scope = scope }
        let dropped = container?.dropInstances(of: registration) ?? registration.dropInstances()
        dropped.release()
        return configured
    }

    /// Wraps each instance, once, when it is built; of several decorators the last is the outermost.
    @discardableResult
    public func decorate(_ transform: @escaping @Sendable (Service, Resolver) throws -> Service) -> Self {
        configured { $0.add(decorator: transform) }
    }

    /// Runs once for each instance, when the outermost construction under way is finished, inner instances first.
    ///
    /// The instance can by then be found by the same resolution, so a hook may wire a cycle; other threads see it
    /// after its hooks have returned. A hook that throws fails the request, and the instance is not kept.
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.add(hook: body) }
    }

    /// Runs once for each instance that the container keeps when it is shut down.
    @discardableResult
    public func onDispose(_ body: @escaping @Sendable (Service) async throws -> Void) -> Self {
        configured { $0.add(disposer: body) }
    }
}

// MARK: - Aliases

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
