/// Declared services whose closures are awaited.
///
/// The first parameter is a resolver, as in `registerAsync`: after a suspension nothing but the resolver leads to the
/// container that keeps the instance.
extension Container {
    /// Declares a service whose closure is awaited.
    ///
    /// `resolveAsync` awaits the closure. A synchronous request fails with ``ResolutionError/Code/requiresAsync``,
    /// unless the instance is kept and ready. The resolver belongs to the container that keeps the instance; `self` is
    /// the container that the property was read from. See ``Factory`` for the rest.
    ///
    /// ```swift
    /// extension Container {
    ///     var session: Factory<Session, String> {
    ///         async { services, user in try await Session.open(user, in: services.resolveAsync()) }.cached
    ///     }
    /// }
    /// let session = try await container.session.resolveAsync("ada")
    /// ```
    ///
    /// - Complexity: O(1).
    @_disfavoredOverload
    public func async<Service, each Argument>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function,
        _ factory: @escaping @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service
    ) -> Factory<Service, repeat each Argument> {
        let place = DeclarationPlace(fileID: fileID, line: line, column: column, function: function)
        return Factory(container: self, place: place, awaiting: AsyncArgumentFactory(factory))
    }

    /// Declares a service whose closure takes only a resolver, and is awaited.
    ///
    /// - Complexity: O(1).
    public func async<Service>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function,
        _ factory: @escaping @isolated(any) @Sendable (Resolver) async throws -> Service
    ) -> Factory<Service> {
        let place = DeclarationPlace(fileID: fileID, line: line, column: column, function: function)
        return Factory<Service>(container: self, place: place, awaiting: AsyncArgumentFactory(factory))
    }

    /// Declares a service whose closure has no parameters, and is awaited.
    ///
    /// - Complexity: O(1).
    public func async<Service>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function,
        _ factory: @escaping @isolated(any) @Sendable () async throws -> Service
    ) -> Factory<Service> {
        let factory = PlainAsyncFactory(factory)
        return async(fileID: fileID, line: line, column: column, function: function) { (_: Resolver) in
            try await factory.call()
        }
    }
}

// MARK: - Overrides

extension Factory {
    /// Registers an async closure in place of the declared one, and releases the instance.
    ///
    /// See ``register(when:fileID:line:_:)``; the resolver belongs to the container that builds the instance. May be
    /// called from any thread, as all forms.
    ///
    /// - Complexity: That of ``register(when:fileID:line:_:)``.
    @_disfavoredOverload
    public func registerAsync(
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service
    ) {
        override(AsyncArgumentFactory(factory), if: condition, StaticCallSite(fileID: fileID, line: line))
    }

    /// Registers an async closure that takes only a resolver in place of the declared one, and releases the instance.
    ///
    /// - Complexity: That of ``register(when:fileID:line:_:)``.
    public func registerAsync(
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @isolated(any) @Sendable (Resolver) async throws -> Service
    ) {
        let factory = ResolvingAsyncFactory(factory)
        let withArguments = AsyncArgumentFactory { (resolver: Resolver, _: repeat each Argument) in
            try await factory.call(resolver)
        }
        override(withArguments, if: condition, StaticCallSite(fileID: fileID, line: line))
    }

    /// Registers an async closure without parameters in place of the declared one, and releases the instance.
    ///
    /// - Complexity: That of ``register(when:fileID:line:_:)``.
    public func registerAsync(
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @isolated(any) @Sendable () async throws -> Service
    ) {
        let factory = PlainAsyncFactory(factory)
        let withArguments = AsyncArgumentFactory { (_: Resolver, _: repeat each Argument) in try await factory.call() }
        override(withArguments, if: condition, StaticCallSite(fileID: fileID, line: line))
    }
}

// MARK: - Contexts

extension Factory {
    /// The closure of the declaration, if it has to be awaited.
    var asyncFactory: AsyncArgumentFactory<Service, repeat each Argument>? {
        settings?.values.asyncFactory?.closure.typed(as: AsyncArgumentFactory<Service, repeat each Argument>.self)
    }

    /// The declaration with a closure that is awaited.
    func awaiting(_ factory: AsyncArgumentFactory<Service, repeat each Argument>) -> Self {
        with((settings ?? .ofDefaultScope).with { $0.asyncFactory = ErasedAsyncFactory(factory) })
    }

    /// A declaration that has only a closure that is awaited.
    fileprivate init(
        container: Container,
        place: DeclarationPlace,
        awaiting factory: AsyncArgumentFactory<Service, repeat each Argument>
    ) {
        self.init(container: container, place: place, settings: nil) { (_: repeat each Argument) in
            fatalError("A request for an async declaration calls no synchronous closure.")
        }
        self = awaiting(factory)
    }
}

extension AsyncArgumentFactory {
    /// The factory with a synchronous closure for a context.
    ///
    /// - Parameter isOnMainActor: Whether the closure has to be called on the main actor.
    func when(
        _ condition: RegistrationCondition,
        in container: Container,
        isOnMainActor: Bool = false,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) -> Self {
        AsyncArgumentFactory { (resolver: Resolver, argument: repeat each Argument) in
            guard condition.holdsNow else {
                let box = ValueBox(ArgumentPack(repeat each argument))
                defer { withExtendedLifetime(box) {} }
                return try await call(resolver, box)
            }
            func made() throws -> Service {
                try ThreadLocal.record.redirected(from: container, to: resolver.container) {
                    try factory(repeat each argument)
                }
            }
            return isOnMainActor ? try await onMainActorForRequest { try made() } : try made()
        }
    }
}
