extension Container {
    /// Registers a factory that runs on the main actor.
    ///
    /// A synchronous request on the main actor calls the factory. Elsewhere it fails with
    /// ``ResolutionError/Code/requiresMainActor``, unless the instance is kept and ready. `resolveAsync` works
    /// anywhere. May be called from any thread, as all forms.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func registerOnMainActor<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Registration<Service, repeat each Argument> {
        let (site, factory) = (StaticCallSite(fileID: fileID, line: line), unisolated(factory))
        return addOnMainActor(RegistrationParts(Service.self, name: name, site: site, factory: factory), if: condition)
    }

    /// Registers a factory that takes only a resolver and runs on the main actor.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func registerOnMainActor<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        let (site, factory) = (StaticCallSite(fileID: fileID, line: line), ErasedFactory(unisolated(factory)))
        return addOnMainActor(RegistrationParts(Service.self, name: name, site: site, factory: factory), if: condition)
    }

    /// Registers a factory without parameters that runs on the main actor.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func registerOnMainActor<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable () throws -> Service
    ) -> Registration<Service> {
        let (site, factory) = (StaticCallSite(fileID: fileID, line: line), ErasedFactory(plain: unisolated(factory)))
        return addOnMainActor(RegistrationParts(Service.self, name: name, site: site, factory: factory), if: condition)
    }

    func addOnMainActor<Service, each Argument>(
        _ parts: consuming RegistrationParts,
        if condition: RegistrationCondition
    ) -> Registration<Service, repeat each Argument> {
        let settings = defaultSettings(for: parts.arguments, onMainActor: true)
        return Registration(add(parts, if: condition, settings: settings))
    }

    /// Adds an implementation of a type, by a factory that runs on the main actor.
    ///
    /// See `contribute` and `registerOnMainActor`. May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func contributeOnMainActor<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        return contribute(Service.self, site, ErasedFactory(unisolated(factory)), onMainActor: true)
    }

    /// Adds an implementation of a type, by a factory without a resolver that runs on the main actor.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func contributeOnMainActor<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable () throws -> Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        return contribute(Service.self, site, ErasedFactory(plain: unisolated(factory)), onMainActor: true)
    }

    /// Registers an async factory.
    ///
    /// `resolveAsync` awaits the factory, which runs on its own actor, if it has one. A synchronous request fails with
    /// ``ResolutionError/Code/requiresAsync``, unless the instance is kept and ready. An instance that is kept, or that
    /// a graph shares, is built in a task of its own, which is not cancelled with the request. May be called from any
    /// thread, as all forms.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func registerAsync<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service
    ) -> Registration<Service, repeat each Argument> {
        let site = StaticCallSite(fileID: fileID, line: line)
        let parts = RegistrationParts(Service.self, name: name, site: site, asyncFactory: factory)
        return Registration(add(parts, if: condition))
    }

    /// Registers an async factory that takes only a resolver.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func registerAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @isolated(any) @Sendable (Resolver) async throws -> Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        let factory = ErasedAsyncFactory(ResolvingAsyncFactory(factory))
        let parts = RegistrationParts(Service.self, name: name, site: site, asyncFactory: factory)
        return Registration(add(parts, if: condition))
    }

    /// Registers an async factory without parameters.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func registerAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @isolated(any) @Sendable () async throws -> Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        let factory = ErasedAsyncFactory(PlainAsyncFactory(factory))
        let parts = RegistrationParts(Service.self, name: name, site: site, asyncFactory: factory)
        return Registration(add(parts, if: condition))
    }
}

// MARK: - Closures of the main actor

/// The forms of `register` for `{ @MainActor in … }`, which mean the same as `registerOnMainActor`.
///
/// Without them, such a closure would be the value of `register(value:)`. Swift 6.3 does not tell functions apart that
/// differ only in the isolation of a parameter: therefore these have a `Failure`.
extension Container {
    /// Registers a factory without parameters that runs on the main actor.
    ///
    /// A synchronous request elsewhere fails, as with `registerOnMainActor`.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func register<Service, Failure: Error>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable () throws(Failure) -> Service
    ) -> Registration<Service> {
        registerOnMainActor(type, name: name, when: condition, fileID: fileID, line: line, factory)
    }

    /// Registers a factory that takes only a resolver and runs on the main actor.
    ///
    /// A synchronous request elsewhere fails, as with `registerOnMainActor`.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func register<Service, Failure: Error>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable (Resolver) throws(Failure) -> Service
    ) -> Registration<Service> {
        registerOnMainActor(type, name: name, when: condition, fileID: fileID, line: line, factory)
    }

    /// Registers a factory with arguments that runs on the main actor.
    ///
    /// A synchronous request elsewhere fails, as with `registerOnMainActor`.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func register<Service, each Argument, Failure: Error>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws(Failure) -> Service
    ) -> Registration<Service, repeat each Argument> {
        registerOnMainActor(type, name: name, when: condition, fileID: fileID, line: line, factory)
    }
}

// MARK: - Functions of no actor

/// The forms for function values that run on their caller's actor, such as those of a target with
/// `NonisolatedNonsendingByDefault`: these do not convert to an `@isolated(any)` function type.
///
/// Swift 6.3 does not tell functions apart that differ only in the isolation of a parameter: therefore these have a
/// `column`.
extension Container {
    /// Registers an async function without parameters that belongs to no actor.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    @_disfavoredOverload
    public func registerAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @concurrent @Sendable () async throws -> Service
    ) -> Registration<Service> {
        registerAsync(type, name: name, when: condition, fileID: fileID, line: line) { (_: Resolver) in
            try await factory()
        }
    }

    /// Registers an async function that takes only a resolver, and belongs to no actor.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    @_disfavoredOverload
    public func registerAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @concurrent @Sendable (Resolver) async throws -> Service
    ) -> Registration<Service> {
        registerAsync(type, name: name, when: condition, fileID: fileID, line: line) { (resolver: Resolver) in
            try await factory(resolver)
        }
    }

    /// Registers an async function with arguments that belongs to no actor.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    @_disfavoredOverload
    public func registerAsync<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @concurrent @Sendable (Resolver, repeat each Argument) async throws -> Service
    ) -> Registration<Service, repeat each Argument> {
        let site = StaticCallSite(fileID: fileID, line: line)
        let parts = RegistrationParts(Service.self, name: name, site: site, asyncFactory: factory)
        return Registration(add(parts, if: condition))
    }
}
