/// A registration, as a handle that scope, aliases, decorators and hooks are added to.
///
/// ```swift
/// container.register { LiveAPI() }
///     .scope(.singleton)
///     .implements((any API).self)
/// ```
///
/// All methods return the registration, may be called in any order and from any thread, and take effect for the
/// requests that follow. They change nothing if the registration's condition was false, or if the registration was
/// replaced. A decorator or a hook is added in O(*n*) in the number of those that the registration has.
public struct Registration<Service, each Argument>: Sendable {
    @usableFromInline let entry: RegistryEntry
    /// The container that files it; `nil` if it is not filed, since its condition was false or another thread was
    /// faster.
    @usableFromInline let container: Container?

    @inlinable
    init(_ added: (entry: RegistryEntry, container: Container?)) {
        entry = added.entry
        container = added.container
    }

    private func configured(_ change: (inout Settings.Values) -> Void) -> Self {
        container?.passToCopies(entry.group)
        entry.configure(change)
        return self
    }
}

extension Registration {
    /// Sets how long instances are kept; with arguments, one instance is kept for each distinct list of values.
    ///
    /// An instance that was kept under the former scope is released. A registered value stays a singleton, and its
    /// scope is not changed. If several threads share a kept instance, make its type `Sendable`: the compiler cannot
    /// check this for you.
    ///
    /// - Complexity: O(*n*) in the number of instances that are released.
    @discardableResult
    @inlinable
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        entry.setScope(scope, in: container)
        return self
    }

    /// Wraps each instance, once, when it is built.
    ///
    /// If there are several decorators, the last one is the outermost. The decorator belongs to this registration, and
    /// is released with it. If `transform` throws, the request fails and nothing is kept.
    @discardableResult
    public func decorate(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Service
    ) -> Self {
        configured { $0.addDecorator(at: StaticCallSite(fileID: fileID, line: line), transform) }
    }

    /// Wraps each instance on the main actor, once, when it is built.
    ///
    /// The whole registration becomes one of the main actor: a synchronous request elsewhere fails with
    /// ``ResolutionError/Code/requiresMainActor`` before anything is built. See ``decorate(fileID:line:_:)`` for the
    /// rest.
    @discardableResult
    public func decorateOnMainActor(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Service
    ) -> Self {
        let site = StaticCallSite(fileID: fileID, line: line)
        return configured { $0.addDecorator(at: site, onMainActor: true, unisolated(transform)) }
    }

    /// Runs `body` once for each instance, right after it was built and decorated, on the thread or in the task that
    /// built it.
    ///
    /// Other requests get the instance after its hooks have returned. Requests inside the same outermost request find
    /// it earlier, if a scope keeps it or the graph shares it. So two services may set each other in their hooks. If
    /// `body` throws, the build fails and the instance is not kept. A request for a service that is still being built
    /// further up the path fails with ``ResolutionError/Code/circularDependency``; use ``onResolved(_:)`` for it.
    ///
    /// Autofac calls this hook `OnActivating`.
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.addCreationHook(body) }
    }

    /// Runs `body` on the main actor, once for each instance, right after it was built and decorated.
    ///
    /// The whole registration becomes one of the main actor: a synchronous request elsewhere fails with
    /// ``ResolutionError/Code/requiresMainActor`` before anything is built. See ``onCreate(_:)`` for the rest.
    @discardableResult
    public func onCreateOnMainActor(
        _ body: @escaping @MainActor @Sendable (Service, Resolver) throws -> Void
    ) -> Self {
        configured { $0.addCreationHook(onMainActor: true, unisolated(body)) }
    }

    /// Runs `body` once for each instance, when the outermost request that built it is finished; inner instances come
    /// first.
    ///
    /// Other requests may have the instance by then. The hook closes circles that ``onCreate(_:)`` cannot: if `A` takes
    /// `B` in its initialiser, `B` may ask for `A` here. For a kept instance the hook runs even if the request failed.
    /// For any other instance it runs only if the request succeeded. The outermost request throws the first error of a
    /// hook, and the kept instance of that hook is dropped.
    ///
    /// Autofac calls this hook `OnActivated`.
    @discardableResult
    public func onResolved(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.addResolutionHook(body) }
    }

    /// Runs `body` on the main actor, once for each instance, when the outermost request that built it is finished.
    ///
    /// The whole registration becomes one of the main actor: a synchronous request elsewhere fails with
    /// ``ResolutionError/Code/requiresMainActor`` before anything is built. See ``onResolved(_:)`` for the rest.
    @discardableResult
    public func onResolvedOnMainActor(
        _ body: @escaping @MainActor @Sendable (Service, Resolver) throws -> Void
    ) -> Self {
        configured { $0.addResolutionHook(onMainActor: true, unisolated(body)) }
    }

    /// Runs `body` once for each instance that the container keeps when the container is shut down.
    ///
    /// `body` runs on its own actor, if it has one, and is awaited. Dependents come before their dependencies.
    /// ``Container/shutdown()`` continues after an error, and throws all errors at the end.
    @discardableResult
    public func onDispose(_ body: @escaping @isolated(any) @Sendable (sending Service) async throws -> Void) -> Self {
        configured { $0.addDisposer(body) }
    }

    /// Runs a function that belongs to no actor, as ``onDispose(_:)`` runs a closure.
    ///
    /// For function values that run on their caller's actor, such as those of a target with
    /// `NonisolatedNonsendingByDefault`: these do not convert to an `@isolated(any)` function type. `column` is not
    /// used: without it, Swift 6.3 does not tell apart two functions that differ only in the isolation of a parameter.
    @discardableResult
    @_disfavoredOverload
    public func onDispose(
        column: UInt = #column,
        _ body: @escaping @concurrent @Sendable (Service) async throws -> Void
    ) -> Self {
        onDispose { instance in try await body(instance) }
    }
}

// MARK: - Messages of the compiler

/// Unavailable forms for wrong programs, which Swift 6.3 rejects without a message. They are needed until the
/// compiler names the mistake.
extension Registration {
    /// Unavailable: the closure takes a resolver.
    @discardableResult
    @available(*, unavailable, message: "the closure of 'onDispose' takes the instance and nothing else")
    public func onDispose(_ body: @escaping @isolated(any) @Sendable (sending Service, Resolver) async throws -> Void)
        -> Self
    {
        fatalError()
    }

    /// Unavailable: the decorator returns another type.
    @available(
        *,
        unavailable,
        message: "a decorator returns the registered type: register the service as the type that the decorator returns"
    )
    public func decorate<Other>(_ transform: @escaping @Sendable (Service, Resolver) throws -> Other) -> Self {
        fatalError()
    }

    /// Unavailable: the decorator returns another type.
    @available(
        *,
        unavailable,
        message: "a decorator returns the registered type: register the service as the type that the decorator returns"
    )
    public func decorateOnMainActor<Other>(
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Other
    ) -> Self {
        fatalError()
    }
}
