internal import Seam

/// A factory without parameters.
public typealias ResolverFactory<Service> = () -> Service?
/// A factory that receives the resolver.
public typealias ResolverFactoryResolver<Service> = (_ resolver: Resolver) -> Service?
/// A factory that receives the resolver and the arguments.
public typealias ResolverFactoryArgumentsN<Service> = (_ resolver: Resolver, _ args: Resolver.Args) -> Service?
/// A factory that receives the resolver and the arguments as they were passed.
public typealias ResolverFactoryAnyArguments<Service> = (_ resolver: Resolver, _ args: Any?) -> Service?
/// Code that runs for a new instance.
public typealias ResolverFactoryMutator<Service> = (_ resolver: Resolver, _ service: Service) -> Void
/// Code that runs for a new instance, with the arguments.
public typealias ResolverFactoryMutatorArgumentsN<Service> = (
    _ resolver: Resolver, _ service: Service, _ args: Resolver.Args
) -> Void

/// A registration, to which a scope, aliases and code for new instances are added.
public struct ResolverOptions<Service> {
    /// The registration.
    public var registration: ResolverRegistration<Service>

    /// Adds an alias: another type, usually a protocol, that the service is found by.
    ///
    /// The alias shares the service's instance, name, scope and arguments. If the service does not implement the type,
    /// a request for it fails with ``Seam/ResolutionError/Code/incompatibleAlias``.
    @discardableResult
    public func implements<Protocol>(_ type: Protocol.Type, name: Resolver.Name? = nil) -> ResolverOptions<Service> {
        registration.registration.implements(type, name: name?.serviceName)
        return self
    }

    /// Runs a block for each new instance, before it is cached.
    @discardableResult
    public func resolveProperties(_ block: @escaping ResolverFactoryMutator<Service>) -> ResolverOptions<Service> {
        completed { resolver, service, _ in block(resolver, service) }
    }

    /// Runs a block for each new instance, before it is cached, with the arguments of the request.
    @discardableResult
    public func resolveProperties(
        _ block: @escaping ResolverFactoryMutatorArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        completed { resolver, service, arguments in block(resolver, service, Resolver.Args(arguments)) }
    }

    /// Sets how long instances are cached.
    @discardableResult
    public func scope(_ scope: ResolverScope) -> ResolverOptions<Service> {
        scope.note(registration.container)
        registration.registration.scope(scope.scope(of: Service.self))
        return self
    }

    private func completed(_ block: @escaping (Resolver, Service, Any?) -> Void) -> Self {
        registration.update { factory in
            { resolver, arguments in
                guard let service = factory(resolver, arguments) else { return nil }
                block(resolver, service, arguments)
                return service
            }
        }
        return self
    }
}

/// A registration of a service.
public final class ResolverRegistration<Service> {
    /// A number for the type of the service.
    public let key: Int
    /// A string for the type and the name of the service.
    public let cacheKey: String
    let registration: Registration<Service>
    let container: Container
    private let factory: RegisteredFactory<Service>
    private let name: Resolver.Name?

    init(
        _ factory: RegisteredFactory<Service>,
        _ registration: Registration<Service>,
        name: Resolver.Name?,
        container: Container
    ) {
        let key = Int(bitPattern: ObjectIdentifier(Service.self))
        self.key = key
        cacheKey = name.map { "\(key):\($0.rawValue)" } ?? "\(key)"
        self.registration = registration
        self.container = container
        self.factory = factory
        self.name = name
    }

    /// The service for a resolver: a cached or a new instance, as the scope says.
    public func resolve(resolver: Resolver, args: Any?) -> Service? {
        resolver.optional(Service.self, name: name, args: args)
    }

    /// A new instance for a resolver, which is not cached.
    public func instantiate(resolver: Resolver, args: Any?) -> Service? {
        factory(resolver, args)
    }

    /// Wraps the factory; of two calls at the same time, one may be lost.
    public func update(
        factory modifier: (_ factory: @escaping ResolverFactoryAnyArguments<Service>)
            -> ResolverFactoryAnyArguments<Service>
    ) {
        factory.update(modifier)
    }
}
