/// The ways to register an initialiser whose parameters are resolved by their types.
extension Container {
    /// Registers an initialiser whose parameters are all resolved by their types.
    ///
    /// `Optional`, `Lazy`, `Provider` and array parameters need no registration of their own. If a dependency cannot be
    /// resolved, the request fails with the error of the dependency. A `resolve` in a factory would stop the program
    /// instead. May be called from any thread.
    ///
    /// - Note: Stops the program if the first parameter is a ``Resolver``: such a closure is a factory, and Swift takes
    ///   it for an initialiser if the factory is given a scope that it cannot have.
    /// - Complexity: O(1) on average, amortized, and O(*n*) in the number of parameters.
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
        let parts = RegistrationParts(wiring: initializer, name: name, fileID: fileID, line: line)
        return Registration(add(parts, if: condition))
    }

    /// Registers an initialiser without parameters.
    ///
    /// May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized.
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

    /// Registers an initialiser of the main actor whose parameters are all resolved by their types.
    ///
    /// See `register(autowiring:)` and `registerOnMainActor`. May be called from any thread.
    ///
    /// - Complexity: O(1) on average, amortized, and O(*n*) in the number of parameters.
    @discardableResult
    @_disfavoredOverload
    public func registerOnMainActor<Service, each Dependency>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        autowiring initializer: @escaping @MainActor @Sendable (repeat each Dependency) throws -> Service
    ) -> Registration<Service> {
        let parts = RegistrationParts(wiring: unisolated(initializer), name: name, fileID: fileID, line: line)
        return addOnMainActor(parts, if: condition)
    }

    /// Registers an initialiser of the main actor without parameters.
    ///
    /// - Complexity: O(1) on average, amortized.
    @discardableResult
    @_disfavoredOverload
    public func registerOnMainActor<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        autowiring initializer: @escaping @MainActor @Sendable () throws -> Service
    ) -> Registration<Service> {
        registerOnMainActor(type, name: name, when: condition, fileID: fileID, line: line, initializer)
    }
}

extension Container {
    /// Unavailable: an async factory asks for its dependencies itself.
    ///
    /// Swift 6.3 rejects such a program with a message that does not name the mistake. The form is needed until the
    /// compiler names it. `Initializer` is one type, since Swift 6.3 crashes here on a pack of parameters.
    @available(*, unavailable, message: "an async factory asks for what it needs: 'try await services.resolveAsync()'")
    @discardableResult
    public func registerAsync<Service, Initializer>(
        _ type: Service.Type,
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        autowiring initializer: Initializer
    ) -> Registration<Service> {
        fatalError()
    }

    /// Unavailable: an async factory asks for its dependencies itself.
    @available(*, unavailable, message: "an async factory asks for what it needs: 'try await services.resolveAsync()'")
    @discardableResult
    public func registerAsync<Initializer>(
        name: ServiceName? = nil,
        when condition: RegistrationCondition = .always,
        autowiring initializer: Initializer
    ) -> Registration<Initializer> {
        fatalError()
    }
}

extension RegistrationParts {
    /// The parts of an initialiser whose parameters are resolved by their types.
    ///
    /// Stops the program if the first one is a `Resolver`: then the closure was meant to be a factory.
    fileprivate init<Service, each Dependency>(
        wiring initializer: @escaping @Sendable (repeat each Dependency) throws -> Service,
        name: ServiceName?,
        fileID: StaticString,
        line: UInt
    ) {
        let factory = ErasedFactory { resolver in
            try initializer(repeat try resolver.tryResolve((each Dependency).self, fileID: fileID, line: line))
        }
        let types = ArgumentPack<repeat each Dependency>.types
        self.init(Service.self, name: name, site: StaticCallSite(fileID: fileID, line: line), factory: factory)
        wiring = types
        guard let first = types.first, first == Resolver.self else { return }
        let call = "call it in a factory: `{ services in \(typeSource(type))(…) }`."
        let advice =
            types.dropFirst().first { !($0 is any Hashable.Type) }
            .map { argument in
                """
                  '\(typeText(argument))' is not Hashable, as the arguments of a factory with a scope have to be.
                  To fix it, make all its arguments Hashable, or take the scope away: without one, each request builds an \
                instance. If it is an initialiser that takes a resolver, \(call)
                """
            }
        site.trap(
            """
            The factory of '\(typeText(type))' is taken for an initialiser with a parameter of type 'Resolver'.
            \(advice ?? "  To fix it, \(call)")
            """
        )
    }
}
