internal import Synchronization

extension Container {
    /// The scope that registrations get which are not given one; read when a registration is made.
    ///
    /// For a registration whose arguments are not all `Hashable`, a scope that keeps instances counts as `unique`.
    public var defaultScope: Scope {
        get { state.withLock { $0.defaultScope } }
        set {
            let replaced = state.withLock { state in
                defer {
                    state.defaultScope = newValue
                    hasDefaultScope.store(newValue != .unique, ordering: .releasing)
                }
                return state.defaultScope
            }
            withExtendedLifetime(replaced) {}
        }
    }

    /// Registers a factory without arguments.
    ///
    /// Registering a key again replaces it and drops its kept instance: the latest registration wins.
    ///
    /// - Parameters:
    ///   - type: The type to find the service by; inferred from the factory where it is left out.
    ///   - name: Tells variants of a type apart.
    ///   - condition: Decided now; where it is false, nothing changes.
    ///   - fileID: Where this is written, for the texts of errors.
    ///   - line: The line there.
    ///   - factory: Makes an instance. Runs under no lock, on the thread that asks.
    /// - Returns: What the registration's scope, aliases and hooks are added to.
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    @inlinable
    public func register<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable () throws -> Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        let draft = RegistrationDraft(Service.self, name: name, site: site, factory: ErasedFactory(plain: factory))
        return Registration(add(draft, if: condition))
    }

    /// Registers a factory that receives a resolver: the form with arguments, without any.
    @discardableResult
    @inlinable
    public func register<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        let draft = RegistrationDraft(Service.self, name: name, site: site, factory: ErasedFactory(factory))
        return Registration(add(draft, if: condition))
    }

    /// Registers a factory that receives a resolver and any number of arguments.
    ///
    /// The types of the arguments are part of the key.
    @discardableResult
    public func register<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Registration<Service, repeat each Argument> {
        let site = StaticCallSite(fileID: fileID, line: line)
        return Registration(
            add(RegistrationDraft(Service.self, name: name, site: site, factory: factory), if: condition)
        )
    }

    /// Registers an initialiser whose parameters are all resolved by their types.
    ///
    /// `Optional`, `Lazy`, `Provider` and array parameters are resolved as such. A dependency that cannot be resolved
    /// throws, and does not stop the program.
    @discardableResult
    @_disfavoredOverload
    public func register<Service, each Dependency>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        autowiring initializer: @escaping @Sendable (repeat each Dependency) throws -> Service
    ) -> Registration<Service> {
        register(type, name: name, when: condition, fileID: fileID, line: line) { (resolver: Resolver) in
            try initializer(
                repeat try resolver.tryResolve((each Dependency).self, fileID: fileID, line: line)
            )
        }
    }

    /// Registers an initialiser without parameters.
    @discardableResult
    @_disfavoredOverload
    @inlinable
    public func register<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        autowiring initializer: @escaping @Sendable () throws -> Service
    ) -> Registration<Service> {
        register(type, name: name, when: condition, fileID: fileID, line: line, initializer)
    }

    /// Registers a value that exists already: a singleton that resets leave alone.
    @discardableResult
    public func register<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        var draft = RegistrationDraft(Service.self, name: name, site: site, factory: ErasedFactory(plain: { value }))
        draft.kind = .value
        return Registration(add(draft, if: condition, settings: .under(.singleton)))
    }

    /// Adds an implementation of a type without replacing one; ``Resolving/all(_:fileID:line:)`` collects them.
    @discardableResult
    public func contribute<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        contribute(Service.self, StaticCallSite(fileID: fileID, line: line), ErasedFactory(factory))
    }

    /// Adds an implementation that needs nothing to be built.
    @discardableResult
    public func contribute<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable () throws -> Service
    ) -> Registration<Service> {
        contribute(Service.self, StaticCallSite(fileID: fileID, line: line), ErasedFactory(plain: factory))
    }

    private func contribute<Service>(
        _ type: Service.Type,
        _ site: StaticCallSite,
        _ factory: ErasedFactory
    ) -> Registration<Service> {
        var draft = RegistrationDraft(Service.self, name: nil, site: site, factory: factory)
        draft.kind = .contribution
        return Registration(add(draft))
    }

    /// Whether a type and name is registered, with whatever arguments, here or in a parent, also as an alias.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations of the type.
    public func isRegistered<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        isRegistered(type as any Any.Type, name: name)
    }

    func isRegistered(_ type: any Any.Type, name: ServiceName?) -> Bool {
        chain.contains { container in
            container.prepareForUse()
            return container.ownEntries(of: type).contains { $0.name == name && $0.kind != .contribution }
        }
    }

    /// Makes a registration and files it, unless its condition is false.
    ///
    /// - Parameter settings: The settings, if they are not the container's default.
    /// - Returns: The entry, and the container where it was filed.
    @usableFromInline
    func add(
        _ draft: RegistrationDraft,
        if condition: RegistrationCondition = .always,
        settings: Settings? = nil
    ) -> (RegistryEntry, Container?) {
        let entry = RegistryEntry(draft, settings: settings ?? defaultSettings)
        guard condition.holds(for: entry, in: self) else { return (entry, nil) }
        file(entry)
        return (entry, self)
    }
}
