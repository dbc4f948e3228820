/// A service that is resolved on first use, once.
///
/// Needs no registration of its own: `resolve(Lazy<T>.self)`, a factory's parameter or an autowired initialiser get
/// one for any `T`. It breaks cycles, since building it builds nothing.
public struct Lazy<Service>: Sendable {
    private let binding: LazyBinding<Service>

    init(_ binding: LazyBinding<Service>) { self.binding = binding }

    /// Creates one that has its service already.
    public static func constant(_ value: Service) -> Self { Lazy(LazyBinding(value: value)) }

    /// The service.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` where it cannot be had.
    public var value: Service { binding.value }
}

extension Lazy: DerivedService {
    static func derive(_ request: Request) throws(ResolutionError) -> ValueBox? {
        guard !request.takesArguments, request.isAnswerable(by: Service.self) else { return nil }
        let (name, site) = (request.name, request.site)
        return ValueBox(
            Lazy(
                LazyBinding(ContainerBinding(to: request.container)) { container throws(ResolutionError) in
                    try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
                }
            )
        )
    }
}

extension Request {
    /// Whether a value that resolves a service later may be given out: always, unless the caller can do without.
    func isAnswerable<Service>(by service: Service.Type) -> Bool {
        guard isOptional else { return true }
        if container.isRegistered(service, name: name) { return true }
        return service is any DerivedService.Type
    }
}

// MARK: - Provider

/// Asks for a service whenever it is called, with any arguments.
///
/// Needs no registration of its own: `resolve(Provider<T, Int>.self)`, a factory's parameter or an autowired
/// initialiser get one. It breaks cycles, since building it builds nothing.
public struct Provider<Service, each Argument>: Sendable {
    @usableFromInline let provide: @Sendable (ArgumentPack<repeat each Argument>) -> Service

    /// Creates one that calls the given closure.
    @inlinable @inline(__always)
    public init(_ provide: @escaping @Sendable (repeat each Argument) -> Service) {
        self.provide = { provide(repeat each $0.pack) }
    }

    private init(providing provide: @escaping @Sendable (ArgumentPack<repeat each Argument>) -> Service) {
        self.provide = provide
    }

    /// The service.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` where it cannot be had.
    @inlinable @inline(__always)
    public func callAsFunction(_ arguments: repeat each Argument) -> Service {
        // Inlined, so that no empty pack is left in an async caller: Swift 6.3 crashes where it optimises that.
        provide(ArgumentPack(repeat each arguments))
    }
}

extension Provider: DerivedService {
    static func derive(_ request: Request) throws(ResolutionError) -> ValueBox? {
        guard !request.takesArguments, request.isAnswerable(by: Service.self) else { return nil }
        let binding = ContainerBinding(to: request.container)
        let (name, site) = (request.name, request.site)
        return ValueBox(
            Provider(providing: { arguments in
                binding.resolved { container throws(ResolutionError) in
                    guard ArgumentPack<repeat each Argument>.isEmpty else {
                        return try container.instance(of: Service.self, name: name, arguments: arguments, site: site)
                    }
                    return try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
                }
            })
        )
    }
}
