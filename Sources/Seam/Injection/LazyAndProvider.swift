/// A service that is resolved on first use, once.
///
/// A `Lazy<T>` needs no registration: `resolve(Lazy<T>.self)`, wrappers and autowired initialisers get one for any `T`.
/// It breaks cycles, since making it builds nothing. Any number of threads may read it; the service is built once. It
/// holds its container as ``LazyInject`` does.
public struct Lazy<Service>: Sendable {
    private let binding: LazyBinding

    private init(_ binding: LazyBinding) { self.binding = binding }

    /// Creates a lazy value that has the given service.
    public static func constant(_ value: Service) -> Self {
        Lazy(LazyBinding(value: value, StaticCallSite(fileID: #fileID, line: #line)))
    }

    /// The service; the first read resolves it, and later ones take no lock.
    ///
    /// A read waits while another thread resolves the service.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` if the service cannot be resolved, or if the
    ///   container is gone.
    /// - Complexity: The first read takes the time of a request. Later ones are O(1).
    public var value: Service { binding.value(as: Service.self) }
}

extension Lazy: DerivedService {
    static func answers(_ request: Request) -> Bool {
        !request.takesArguments && request.isAnswerable(by: Service.self, NoArguments.self)
    }

    static func derive(_ request: Request) -> Self {
        derive(in: request.container, name: request.name, site: request.site)
    }

    static func derive(in container: Container, name: ServiceName?, site: StaticCallSite) -> Self {
        container.reportLazy(LazyDependency(type: Service.self, list: NoArguments.self, name: name, site: site))
        return Lazy(LazyBinding(to: container, LazyRequest(name: name, site: site), of: Service.self))
    }

    static var source: DerivedSource { .lazy(Service.self, NoArguments.self, isHeld: true) }
}

extension Request {
    /// Whether the request may be answered by a value that resolves `service` later.
    ///
    /// An optional request may be answered only if `service` is registered with arguments that may accept those which
    /// the value will pass. Every other request may be answered.
    @inline(__always)
    func isAnswerable<Service>(by service: Service.Type, _ list: any ArgumentList.Type) -> Bool {
        guard isOptional else { return true }
        return container.isRegistered(service, name: name) { $0.arguments.mayAccept(list.types) }
            || (list.isEmpty && service is any DerivedService.Type)
    }
}

// MARK: - Provider

/// A function that resolves a service at each call.
///
/// A `Provider<T, Int>` needs no registration: `resolve(Provider<T, Int>.self)`, wrappers and autowired initialisers
/// get one for any `T` and arguments. It breaks cycles, since making it builds nothing. It may be called from any
/// thread, and holds its container as ``DynamicInject`` does.
public struct Provider<Service, each Argument>: Sendable {
    @usableFromInline let provide: @Sendable (ArgumentPack<repeat each Argument>) -> Service

    /// Creates a provider that calls the given closure.
    @inlinable @inline(__always)
    public init(_ provide: @escaping @Sendable (repeat each Argument) -> Service) {
        self.provide = { provide(repeat each $0.pack) }
    }

    private init(providing provide: @escaping @Sendable (ArgumentPack<repeat each Argument>) -> Service) {
        self.provide = provide
    }

    /// The service, resolved by this call.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` if the service cannot be resolved, or if the
    ///   container is gone.
    /// - Complexity: That of ``Resolving/resolve(_:name:arguments:fileID:line:)``.
    @inlinable @inline(__always)
    public func callAsFunction(_ arguments: repeat each Argument) -> Service {
        // Inlined, so that no empty pack is left in an async caller: the optimiser of Swift 6.3 crashes on one.
        provide(ArgumentPack(repeat each arguments))
    }
}

extension Provider: DerivedService {
    static func answers(_ request: Request) -> Bool {
        !request.takesArguments && request.isAnswerable(by: Service.self, list)
    }

    static func derive(_ request: Request) -> Self {
        let binding = ContainerBinding(to: request.container)
        let (name, site) = (request.name, request.site)
        request.container.reportLazy(
            LazyDependency(type: Service.self, list: list, name: name, site: site, isHeld: false)
        )
        return Provider(providing: { arguments in
            binding.resolved(ServiceKey(Service.self, arguments: list.types, name: name), site) {
                container throws(ResolutionError) in
                guard ArgumentPack<repeat each Argument>.isEmpty else {
                    return try container.instance(of: Service.self, name: name, arguments: arguments, site: site)
                }
                return try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
            }
        })
    }

    static var source: DerivedSource { .lazy(Service.self, list, isHeld: false) }

    /// The list of the arguments in requests for the service.
    private static var list: any ArgumentList.Type { ArgumentPack<repeat each Argument>.list }
}
