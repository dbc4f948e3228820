/// Resolves a service on every read.
///
/// A read after a replacement gives the new service. The wrapper is bound to ``Container/current`` when its owner is
/// created, unless a container is given. It holds the container: weakly inside an instance that this container or a
/// parent keeps. Each read may be made from any thread.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` if the service cannot be resolved, or if
///   the container is gone.
/// - Complexity: A read takes the time of a request.
@propertyWrapper
public struct DynamicInject<Service> {
    private let resolve: @Sendable () -> Service

    /// The service, resolved by this read.
    public var wrappedValue: Service { resolve() }

    /// Creates a wrapper that always has the given service.
    public static func constant(_ value: Service) -> Self {
        // The value is shared between threads only if the user shares the wrapper, which is Sendable only if the value
        // is.
        let value = UncheckedSendable(value: value)
        return Self(resolve: { value.value })
    }

    private init(resolve: @escaping @Sendable () -> Service) { self.resolve = resolve }

    private init(_ bound: BoundRequest<Service>) {
        let (binding, request) = (ContainerBinding(to: bound.container), bound.request)
        resolve = { binding.resolved(request.key(of: Service.self), request.site, request.instance) }
    }

    /// Resolves the service on every read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(NoArguments(), name: name, in: container, fileID, line))
    }

    /// Resolves the service on every read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), name: name, in: container, fileID, line))
    }

    /// Resolves a declared service on every read.
    public init(
        _ keyPath: any KeyPath<Container, Factory<Service>> & Sendable,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(), keyPath, in: container, fileID, line))
    }

    /// Resolves a declared service on every read, with arguments.
    public init<each Argument>(
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), keyPath, in: container, fileID, line))
    }
}

// MARK: - On the main actor

/// The forms for declarations that are isolated to the main actor: their key paths are not `Sendable`.
extension DynamicInject {
    /// Resolves a declared service of the main actor, as ``init(_:in:fileID:line:)`` does.
    @MainActor
    public init(
        _ keyPath: KeyPath<Container, Factory<Service>>,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(), onMainActor: keyPath, in: container, fileID, line))
    }

    /// Resolves a declared service of the main actor, with arguments.
    @MainActor
    public init<each Argument>(
        _ keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), onMainActor: keyPath, in: container, fileID, line))
    }
}

extension DynamicInject: Sendable where Service: Sendable {}
