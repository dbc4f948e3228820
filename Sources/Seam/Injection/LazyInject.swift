/// Resolves a service on first read, once.
///
/// ```swift
/// final class Editor {
///     @LazyInject var spelling: any SpellChecker
/// }
/// ```
///
/// Readable in nonmutating methods; `$spelling` tells whether it is resolved and can release it. Bound to
/// ``Container/current`` when the owner is created, unless a container is given, and lets go of it once resolved.
/// Copies of a struct share one state.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` where the service cannot be had.
@propertyWrapper
public struct LazyInject<Service> {
    private let binding: LazyBinding<Service>

    /// The service, resolved by the first read.
    public var wrappedValue: Service {
        get { binding.value }
        nonmutating set { binding.value = newValue }
    }

    /// The wrapper itself, to ask for its state and to release the service.
    public var projectedValue: Self { self }

    /// Whether the service is there.
    public var isResolved: Bool { binding.isResolved }

    /// Lets go of the service; the next read resolves again, from the current container of that moment.
    public func release() { binding.release() }

    /// Creates one that has its service already.
    public static func constant(_ value: Service) -> Self { Self(binding: LazyBinding(value: value)) }

    private init(binding: LazyBinding<Service>) { self.binding = binding }

    /// Resolves the service on first read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        self.init(container) { container throws(ResolutionError) in
            try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
        }
    }

    /// Resolves the service on first read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        // The arguments are the wrapper's from here on: they are read by whoever resolves.
        let pack = Transferred(value: ArgumentPack(repeat each arguments))
        self.init(container) { container throws(ResolutionError) in
            try container.instance(of: Service.self, name: name, arguments: pack.value, site: site)
        }
    }

    /// Resolves a declared service on first read.
    public init(
        _ keyPath: any KeyPath<Container, Factory<Service>> & Sendable,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        self.init(container) { container throws(ResolutionError) in
            try container[keyPath: keyPath].instance(ArgumentPack(), site: site)
        }
    }

    /// Resolves a declared service on first read, with arguments.
    public init<each Argument>(
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        // The arguments are the wrapper's from here on: they are read by whoever resolves.
        let pack = Transferred(value: ArgumentPack(repeat each arguments))
        self.init(container) { container throws(ResolutionError) in
            try container[keyPath: keyPath].instance(pack.value, site: site)
        }
    }

    private init(_ container: Container?, resolve: @escaping LazyBinding<Service>.Resolve) {
        binding = LazyBinding(ContainerBinding(to: container ?? .current), resolve: resolve)
    }
}

extension LazyInject: Sendable where Service: Sendable {}
