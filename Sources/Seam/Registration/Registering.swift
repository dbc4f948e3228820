internal import Synchronization

extension Container {
    /// The scope of the registrations that are not given one.
    ///
    /// The default scope is read when a registration is made. If the arguments of a registration are not all
    /// `Hashable`, its scope is `unique` instead. May be read and set from any thread.
    public var defaultScope: Scope {
        get {
            prepareForUse()
            return state.withLock { $0.defaultScope }
        }
        set {
            prepareForUse()
            state.withLockReleasing { state in
                hasDefaultScope.store(newValue != .unique, ordering: .releasing)
                return exchange(&state.defaultScope, with: newValue)
            }
        }
    }

    /// Registers a factory without arguments.
    ///
    /// Registering a key again replaces the registration and releases its kept instance, on the calling thread. May be
    /// called from any thread.
    ///
    /// - Parameters:
    ///   - type: The type of the service; inferred from the factory by default.
    ///   - name: The name of one of several variants of the type.
    ///   - condition: A condition that is decided now; if it is false, nothing changes.
    ///   - fileID: The file of the call, for the texts of errors.
    ///   - line: The line of the call.
    ///   - factory: The function that makes an instance. It runs under no lock, on the thread of the request.
    /// - Returns: The handle that scope, aliases, decorators and hooks are added to.
    /// - Complexity: O(1) on average, amortized, for this and every other form. If a registration is replaced, also
    ///   O(*n*) in the number of its kept instances, and of those of the name that take other arguments. For
    ///   `ifAbsent`, O(*n*) in the number of parents; for a container that was copied, see ``init(copying:)``.
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
        let parts = RegistrationParts(Service.self, name: name, site: site, factory: ErasedFactory(plain: factory))
        return Registration(add(parts, if: condition))
    }

    /// Registers a factory that receives a resolver.
    ///
    /// The other parameters are those of the form without a resolver. May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
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
        let parts = RegistrationParts(Service.self, name: name, site: site, factory: ErasedFactory(factory))
        return Registration(add(parts, if: condition))
    }

    /// Registers a factory that receives a resolver and any number of arguments.
    ///
    /// The types of the arguments are part of the key: one type and name may be registered with several lists of them.
    /// May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
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
            add(RegistrationParts(Service.self, name: name, site: site, factory: factory), if: condition)
        )
    }

    /// Registers a value that exists already, as a singleton that resets do not drop.
    ///
    /// A trailing closure is a factory, and not the value. May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func register<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        // Only to have one parameter more than the forms that take a closure, which the compiler then prefers.
        column: UInt = #column,
        value: Service
    ) -> Registration<Service> {
        let site = StaticCallSite(fileID: fileID, line: line)
        var parts = RegistrationParts(Service.self, name: name, site: site, factory: ErasedFactory(plain: { value }))
        parts.kind = .value
        return Registration(add(parts, if: condition, settings: .under(.singleton)))
    }

    /// Adds an implementation of a type, and replaces none; ``Resolving/all(_:fileID:line:)`` collects all of them.
    ///
    /// No other request finds a contribution. May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func contribute<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        contribute(Service.self, StaticCallSite(fileID: fileID, line: line), ErasedFactory(factory))
    }

    /// Adds an implementation of a type, by a factory without a resolver.
    ///
    /// May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    public func contribute<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable () throws -> Service
    ) -> Registration<Service> {
        contribute(Service.self, StaticCallSite(fileID: fileID, line: line), ErasedFactory(plain: factory))
    }

    func contribute<Service>(
        _ type: Service.Type,
        _ site: StaticCallSite,
        _ factory: ErasedFactory,
        onMainActor: Bool = false
    ) -> Registration<Service> {
        var parts = RegistrationParts(Service.self, name: nil, site: site, factory: factory)
        parts.kind = .contribution
        return Registration(add(parts, settings: defaultSettings(for: NoArguments.self, onMainActor: onMainActor)))
    }

    /// Whether a type and name is registered here or in a parent, with any arguments.
    ///
    /// Aliases count, contributions do not. May be called from any thread.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations of the type and name, in each container.
    public func isRegistered<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        isRegistered(type as any Any.Type, name: name) { _ in true }
    }

    /// Whether there is a registration of a type and name that satisfies a condition.
    func isRegistered(_ type: any Any.Type, name: ServiceName?, where condition: (RegistryEntry) -> Bool) -> Bool {
        chain.contains { container in
            container.prepared {
                container.ownEntries(of: type, named: name).contains(where: condition)
            }
        }
    }

    /// Makes a registration and files it, unless its condition is false.
    ///
    /// - Parameter settings: The settings; those of the container's default scope if `nil`.
    /// - Returns: The entry and its container; no container if the condition is false, or another thread was faster
    ///   where it is `ifAbsent`.
    @usableFromInline
    func add(
        _ parts: consuming RegistrationParts,
        if condition: RegistrationCondition = .always,
        settings: Settings? = nil
    ) -> (RegistryEntry, Container?) {
        prepareForUse()
        let arguments = parts.arguments
        // The settings are made in the call, which takes them over.
        let entry = RegistryEntry(parts, settings: settings ?? defaultSettings(for: arguments))
        guard condition.holds(for: entry, in: self) else {
            note(SkippedRegistration(key: entry.key, site: entry.site, condition: condition))
            return (entry, nil)
        }
        guard file(entry, ifAbsent: condition.isIfAbsent) else { return (entry, nil) }
        return (entry, self)
    }
}
