/// The decorators and hooks of a declaration, which complete its instances and those of its overrides.
///
/// Each is added in O(*n*) in the number of those before it, whenever the property of the declaration is read.
extension Factory {
    /// Wraps each instance, once, when it is built.
    ///
    /// If there are several decorators, the last one is the outermost. If `transform` throws, the request fails and
    /// nothing is kept.
    public func decorate(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Service
    ) -> Self {
        configured { $0.addDecorator(at: StaticCallSite(fileID: fileID, line: line), transform) }
    }

    /// Wraps each instance on the main actor; the whole service then belongs to the main actor.
    public func decorateOnMainActor(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Service
    ) -> Self {
        let site = StaticCallSite(fileID: fileID, line: line)
        return configured { $0.addDecorator(at: site, onMainActor: true, unisolated(transform)) }
    }

    /// Runs `body` once for each instance, right after it was built and decorated.
    ///
    /// See ``Registration/onCreate(_:)``.
    public func onCreate(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.addCreationHook(body) }
    }

    /// Runs `body` on the main actor, once for each instance, right after it was built and decorated; the whole service
    /// then belongs to the main actor.
    public func onCreateOnMainActor(
        _ body: @escaping @MainActor @Sendable (Service, Resolver) throws -> Void
    ) -> Self {
        configured { $0.addCreationHook(onMainActor: true, unisolated(body)) }
    }

    /// Runs `body` once for each instance, when the outermost request that built it is finished.
    ///
    /// See ``Registration/onResolved(_:)``.
    public func onResolved(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.addResolutionHook(body) }
    }

    /// Runs `body` on the main actor, once for each instance, when the outermost request that built it is finished; the
    /// whole service then belongs to the main actor.
    public func onResolvedOnMainActor(
        _ body: @escaping @MainActor @Sendable (Service, Resolver) throws -> Void
    ) -> Self {
        configured { $0.addResolutionHook(onMainActor: true, unisolated(body)) }
    }

    /// Runs `body` once for each instance that its container keeps when the container is shut down.
    ///
    /// The container stores `body` with the first instance or with an override, unlike the other closures of a
    /// declaration. Use the instance that `body` receives, and not `self`: a stored `self` keeps the container alive
    /// until the service is reset; a shutdown does not end that.
    public func onDispose(_ body: @escaping @isolated(any) @Sendable (sending Service) async throws -> Void) -> Self {
        configured { $0.addDisposer(body) }
    }

    /// Runs a function that belongs to no actor; see ``Registration/onDispose(column:_:)``.
    @_disfavoredOverload
    public func onDispose(
        column: UInt = #column,
        _ body: @escaping @concurrent @Sendable (Service) async throws -> Void
    ) -> Self {
        onDispose { instance in try await body(instance) }
    }

    private func configured(_ change: (inout Settings.Values) -> Void) -> Self {
        with((settings ?? .ofDefaultScope).with(change))
    }
}

// MARK: - Messages of the compiler

/// Unavailable forms for wrong programs, which Swift 6.3 rejects without a message. They are needed until the
/// compiler names the mistake.
extension Factory {
    /// Unavailable: the closure takes a resolver.
    @available(*, unavailable, message: "the closure of 'onDispose' takes the instance and nothing else")
    public func onDispose(_ body: @escaping @isolated(any) @Sendable (sending Service, Resolver) async throws -> Void)
        -> Self
    {
        fatalError()
    }

    /// Unavailable: the decorator returns another type.
    @available(*, unavailable, message: "a decorator returns the declared type")
    public func decorate<Other>(_ transform: @escaping @Sendable (Service, Resolver) throws -> Other) -> Self {
        fatalError()
    }

    /// Unavailable: the decorator returns another type.
    @available(*, unavailable, message: "a decorator returns the declared type")
    public func decorateOnMainActor<Other>(
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Other
    ) -> Self {
        fatalError()
    }
}
