/// A new registration, to be given its scope, aliases, decorators and hooks.
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
    @usableFromInline let entry: RegistryEntry
    /// The container where it was filed; `nil` if its condition was false.
    @usableFromInline let container: Container?

    @inlinable
    init(_ added: (entry: RegistryEntry, container: Container?)) {
        entry = added.entry
        container = added.container
    }

    private func configured(_ change: (inout Settings.Values) -> Void) -> Self {
        entry.configure(change)
        return self
    }
}

extension Registration {
    /// Sets how long instances are kept; with arguments, one for each distinct set of them.
    @discardableResult
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        entry.setScope(scope).release()
        return self
    }

    /// Wraps each instance, once, when it is built; of several decorators the last is the outermost.
    ///
    /// Goes with the registration. A decorator that throws fails the request, and nothing is kept.
    @discardableResult
    public func decorate(_ transform: @escaping @Sendable (Service, Resolver) throws -> Service) -> Self {
        configured { $0.decorators.append(ErasedClosure(Decorator(call: transform))) }
    }

    /// Runs once for each instance, right after it was built and decorated, on the thread or in the task that built it.
    ///
    /// Nobody outside the resolution sees the instance before its hooks have returned. Inside, requests for it find it if
    /// a scope keeps it or the graph shares it, so two services may set each other in their hooks. A hook that throws
    /// fails the build, and the instance is not kept. A hook that needs a service which is still being built further up
    /// gets ``ResolutionError/Code/circularDependency``: see ``onResolved(_:)``. (Autofac's `OnActivating`.)
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.creationHooks.append(ErasedClosure(Hook(call: body))) }
    }

    /// Runs once for each instance, when the outermost request that built it is finished; inner instances come first.
    ///
    /// By then the instance may have been seen by others. It closes the circles that ``onCreate(_:)`` cannot: a service
    /// that another one takes in its initialiser may ask for that here. Runs for every kept instance that was built, also
    /// if the request failed, and for other ones if it succeeded. The first error is thrown by the outermost request, and
    /// a kept instance that it was for is dropped. (Autofac's `OnActivated`.)
    @discardableResult
    public func onResolved(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.resolutionHooks.append(ErasedClosure(Hook(call: body))) }
    }

    /// Runs once for each instance that the container keeps when it is shut down, dependents before what they depend on.
    ///
    /// What it throws is collected by ``Container/shutdown()``, which goes on with the others.
    @discardableResult
    public func onDispose(_ body: @escaping @Sendable (Service) async throws -> Void) -> Self {
        configured { $0.disposers.append(ErasedClosure(Disposer(call: body))) }
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
