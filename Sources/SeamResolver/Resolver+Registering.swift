internal import Seam

extension Resolver {
    /// Registers a factory without parameters.
    ///
    /// Registering a type and name again replaces the registration, and drops its cached instance.
    ///
    /// - Parameters:
    ///   - type: The type of the service; inferred from the factory by default.
    ///   - name: The name of one of several services of the type.
    ///   - fileID: The file of the call, for the texts of errors.
    ///   - line: The line of the call.
    ///   - factory: The function that makes an instance. If it returns `nil`, nothing is cached: `optional` returns
    ///     `nil`, and `resolve` stops the program.
    /// - Returns: Options: the scope, aliases, and code that runs for each new instance.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name, fileID, line) { _, _ in factory() }
    }

    /// Registers a factory that receives the resolver which was asked.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        register(type, name, fileID, line) { resolver, _ in factory(resolver) }
    }

    /// Registers a factory that receives the resolver which was asked, and the arguments of the request.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name, fileID, line) { resolver, arguments in factory(resolver, Args(arguments)) }
    }

    private func register<Service>(
        _ type: Service.Type,
        _ name: Resolver.Name?,
        _ fileID: StaticString,
        _ line: UInt,
        _ factory: @escaping ResolverFactoryAnyArguments<Service>
    ) -> ResolverOptions<Service> {
        let factory = RegisteredFactory(factory, of: self)
        let registration = registry.register(type, name: name?.serviceName, fileID: fileID, line: line) { services in
            try factory.service(for: services)
        }
        let options = ResolverOptions(
            registration: ResolverRegistration(factory, registration, name: name, container: registry)
        )
        let scope = Self.defaultScope
        // A container of a resolver has `graph` as its default scope already, unless the program has changed it.
        let isDefault = scope === ResolverScope.graph && scope.scope(of: type) == registry.defaultScope
        return isDefault ? options : options.scope(scope)
    }
}

// MARK: - The static functions

extension Resolver {
    /// Registers a factory without parameters in ``main``.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    /// Registers a factory in ``main`` that receives the resolver which was asked.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    /// Registers a factory in ``main`` that receives the resolver which was asked, and the arguments of the request.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self,
        name: Resolver.Name? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }
}
