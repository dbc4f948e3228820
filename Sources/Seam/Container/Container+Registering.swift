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
        let draft = RegistrationDraft(name: name, condition: condition, fileID: fileID, line: line)
        return add(draft, factory: { _ in try factory() })
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
        add(RegistrationDraft(name: name, condition: condition, fileID: fileID, line: line), factory: factory)
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
        let draft = RegistrationDraft(name: name, condition: condition, fileID: fileID, line: line)
        return add(draft, factory: factory)
    }

    /// Registers an initialiser whose parameters are all resolved by their types.
    ///
    /// `Optional`, `Lazy`, `Provider` and array parameters are resolved as such. The dependencies are known without
    /// running anything. A dependency that cannot be had throws, and does not stop the program.
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
        let draft = RegistrationDraft(name: name, condition: condition, fileID: fileID, line: line)
        return add(draft) { resolver in
            try initializer(
                repeat try resolver.tryResolve((each Dependency).self, fileID: fileID, line: line)
            )
        }
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
        var draft = RegistrationDraft(name: name, condition: condition, fileID: fileID, line: line)
        draft.kind = .value
        draft.scope = .singleton
        return add(draft) { _ in value }
    }

    /// Adds an implementation of a type without replacing one; ``Resolving/all(_:fileID:line:)`` collects them.
    @discardableResult
    public func contribute<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        var draft = RegistrationDraft(name: nil, condition: .always, fileID: fileID, line: line)
        draft.kind = .contribution
        return add(draft, factory: factory)
    }

    /// Adds an implementation that needs nothing to be built.
    @discardableResult
    public func contribute<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable () throws -> Service
    ) -> Registration<Service> {
        contribute(type, fileID: fileID, line: line) { _ in try factory() }
    }

    /// Whether a type and name is registered, with whatever arguments, here or in a parent, also as an alias.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations of the type.
    public func isRegistered<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        lineage.contains { container in
            container.prepareForUse()
            return container.ownRegistrations(of: type).contains { $0.name == name && $0.kind != .contribution }
        }
    }
}
