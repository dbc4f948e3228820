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
/// container is given, and releases the container once it has resolved. Copies of a struct share one state. Several
/// threads that read first build one service.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` if the service cannot be resolved.
@propertyWrapper
public struct LazyInject<Service> {
    private let binding: LazyBinding

    /// The service, resolved by the first read; later reads take no lock.
    public var wrappedValue: Service {
        get { binding.value(as: Service.self) }
        nonmutating set { binding.set(newValue) }
    }

    /// The wrapper itself, for ``isResolved`` and ``release()``.
    public var projectedValue: Self { self }

    /// Whether the service was resolved or set, and not released since.
    public var isResolved: Bool { binding.isResolved }

    /// Releases the service; the next read resolves again, from the container that is current then.
    public func release() { binding.release() }

    /// Creates a wrapper that has the given service.
    public static func constant(_ value: Service, fileID: StaticString = #fileID, line: UInt = #line) -> Self {
        Self(binding: LazyBinding(value: value, StaticCallSite(fileID: fileID, line: line)))
    }

    private init(binding: LazyBinding) { self.binding = binding }

    /// Resolves the service on first read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(name: name, in: container, StaticCallSite(fileID: fileID, line: line), isHeld: true)
    }

    /// - Parameter isHeld: Whether the wrapper holds the service after the first read.
    init(name: ServiceName?, in container: Container?, _ site: StaticCallSite, isHeld: Bool) {
        let container = container ?? .current
        container.reportDeferred(Service.self, NoArguments.self, name: name, site: site, isHeld: isHeld)
        self.init(container, LazyRequest(name: name, site: site))
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
        self.init(name: name, arguments: repeat each arguments, in: container, site, isHeld: true)
    }

    /// - Parameter isHeld: Whether the wrapper holds the service after the first read.
    init<each Argument>(
        name: ServiceName?,
        arguments: repeat each Argument,
        in container: Container?,
        _ site: StaticCallSite,
        isHeld: Bool
    ) {
        // The wrapper owns the arguments and only reads them. They are shared between threads only if the user shares
        // the wrapper.
        let pack = UncheckedSendable(value: ArgumentPack(repeat each arguments))
        let container = container ?? .current
        let list = ArgumentPack<repeat each Argument>.self
        container.reportDeferred(Service.self, list, name: name, site: site, isHeld: isHeld)
        self.init(container, LazyRequest(name: name, list: list, site: site)) { container throws(ResolutionError) in
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
        self.init(declaredIn: container, ArgumentPack(), site) { $0[keyPath: keyPath] }
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
        self.init(declaredIn: container, ArgumentPack(repeat each arguments), site) { $0[keyPath: keyPath] }
    }

    /// - Parameters:
    ///   - isHeld: Whether the wrapper holds the service after the first read.
    ///   - factory: Reads the declaration.
    init<each Argument>(
        declaredIn container: Container?,
        _ arguments: ArgumentPack<repeat each Argument>,
        _ site: StaticCallSite,
        isHeld: Bool = true,
        _ factory: @escaping @Sendable (Container) throws(ResolutionError) -> Factory<Service, repeat each Argument>
    ) {
        let container = container ?? .current
        container.reportDeferred(arguments, site: site, isHeld: isHeld, factory)
        // The wrapper owns the arguments and only reads them. They are shared between threads only if the user shares
        // the wrapper.
        let pack = UncheckedSendable(value: arguments)
        let list = ArgumentPack<repeat each Argument>.self
        self.init(container, LazyRequest(list: list, site: site)) { container throws(ResolutionError) in
            try factory(container).instance(pack.value, site: site)
        }
    }

    private init(
        _ container: Container,
        _ request: LazyRequest,
        resolve: @escaping @Sendable (Container) throws(ResolutionError) -> Service
    ) {
        var request = request
        request.closure = ErasedClosure(LazyClosure(call: resolve))
        self.init(container, request)
    }

    private init(_ container: Container, _ request: LazyRequest) {
        binding = LazyBinding(to: container, request, of: Service.self)
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
        let site = StaticCallSite(fileID: fileID, line: line)
        let declaration = MainActorDeclaration(keyPath, site)
        self.init(declaredIn: container, ArgumentPack(), site, declaration.read)
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
        let site = StaticCallSite(fileID: fileID, line: line)
        let declaration = MainActorDeclaration(keyPath, site)
        self.init(declaredIn: container, ArgumentPack(repeat each arguments), site, declaration.read)
    }
}

extension LazyInject: Sendable where Service: Sendable {}
