/// Resolves a service on first read, once.
///
/// ```swift
/// final class Editor {
///     @LazyInject var spelling: any SpellChecker
/// }
/// ```
///
/// The property is readable in nonmutating methods. `$spelling.isResolved` says whether the service is there, and
/// `$spelling.release()` releases it. The wrapper is bound to ``Container/current`` when its owner is created, unless a
/// container is given, and releases the container once it has resolved. Inside an instance that this container or a
/// parent keeps, the wrapper holds the container weakly. Copies of a struct share one state. Several threads that read
/// first build one service.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` if the service cannot be resolved, or if
///   the container is gone.
/// - Complexity: The first read takes the time of a request. Later ones are O(1).
@propertyWrapper
public struct LazyInject<Service> {
    private let binding: LazyBinding

    /// The service, resolved by the first read; later reads take no lock.
    ///
    /// A read waits while another thread resolves the service.
    public var wrappedValue: Service {
        get { binding.value(as: Service.self) }
        nonmutating set { binding.set(newValue) }
    }

    /// The wrapper itself, for ``isResolved`` and ``release()``.
    public var projectedValue: Self { self }

    /// Whether the service was resolved or set, and not released since.
    public var isResolved: Bool { binding.isResolved }

    /// Releases the service; the next read resolves again, from the container that is current then.
    ///
    /// A read under way on another thread goes on, and may keep its service.
    public func release() { binding.release() }

    /// Creates a wrapper that has the given service.
    public static func constant(_ value: Service, fileID: StaticString = #fileID, line: UInt = #line) -> Self {
        Self(binding: LazyBinding(value: value, StaticCallSite(fileID: fileID, line: line)))
    }

    private init(binding: LazyBinding) { self.binding = binding }

    private init(_ bound: BoundRequest<Service>) { binding = bound.binding }

    /// Resolves the service on first read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(NoArguments(), name: name, in: container, fileID, line, isHeld: true))
    }

    /// Resolves the service on first read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let pack = ArgumentPack(repeat each arguments)
        self.init(BoundRequest(pack, name: name, in: container, fileID, line, isHeld: true))
    }

    /// Resolves a declared service on first read.
    public init(
        _ keyPath: any KeyPath<Container, Factory<Service>> & Sendable,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(), keyPath, in: container, fileID, line, isHeld: true))
    }

    /// Resolves a declared service on first read, with arguments.
    public init<each Argument>(
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), keyPath, in: container, fileID, line, isHeld: true))
    }
}

// MARK: - On the main actor

/// The forms for declarations that are isolated to the main actor: their key paths are not `Sendable`.
extension LazyInject {
    /// Resolves a declared service of the main actor, as ``init(_:in:fileID:line:)`` does.
    @MainActor
    public init(
        _ keyPath: KeyPath<Container, Factory<Service>>,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(), onMainActor: keyPath, in: container, fileID, line, isHeld: true))
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
        let pack = ArgumentPack(repeat each arguments)
        self.init(BoundRequest(pack, onMainActor: keyPath, in: container, fileID, line, isHeld: true))
    }
}

extension LazyInject: Sendable where Service: Sendable {}
