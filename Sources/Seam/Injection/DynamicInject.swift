/// Resolves a service on every read.
///
/// A read after a replacement gives the new service. The wrapper is bound to ``Container/current`` when its owner is
/// created, unless a container is given.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` if the service cannot be resolved.
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

    /// Resolves the service on every read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let (container, site) = (container ?? .current, StaticCallSite(fileID: fileID, line: line))
        container.reportDeferred(Service.self, NoArguments.self, name: name, site: site, isHeld: false)
        let binding = ContainerBinding(to: container)
        resolve = {
            binding.resolved(ServiceKey(Service.self, name: name), site) {
                $0.resolve(name: name, fileID: fileID, line: line)
            }
        }
    }

    /// Resolves the service on every read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let (container, site) = (container ?? .current, StaticCallSite(fileID: fileID, line: line))
        container.reportDeferred(
            Service.self,
            ArgumentPack<repeat each Argument>.self,
            name: name,
            site: site,
            isHeld: false
        )
        let binding = ContainerBinding(to: container)
        // The wrapper owns the arguments and only reads them. They are shared between threads only if the user shares
        // the wrapper.
        let pack = UncheckedSendable(value: ArgumentPack(repeat each arguments))
        resolve = {
            binding.resolved(
                ServiceKey(Service.self, arguments: ArgumentPack<repeat each Argument>.types, name: name),
                site
            ) {
                $0.resolve(name: name, arguments: repeat each pack.value.pack, fileID: fileID, line: line)
            }
        }
    }

    /// Resolves a declared service on every read.
    public init(
        _ keyPath: any KeyPath<Container, Factory<Service>> & Sendable,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        self.init(declaredIn: container, ArgumentPack(), site) { $0[keyPath: keyPath] }
    }

    /// Resolves a declared service on every read, with arguments.
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

    /// - Parameter factory: Reads the declaration.
    private init<each Argument>(
        declaredIn container: Container?,
        _ arguments: ArgumentPack<repeat each Argument>,
        _ site: StaticCallSite,
        _ factory: @escaping @Sendable (Container) throws(ResolutionError) -> Factory<Service, repeat each Argument>
    ) {
        let container = container ?? .current
        container.reportDeferred(arguments, site: site, isHeld: false, factory)
        let binding = ContainerBinding(to: container)
        // The wrapper owns the arguments and only reads them. They are shared between threads only if the user shares
        // the wrapper.
        let pack = UncheckedSendable(value: arguments)
        resolve = {
            binding.resolved(ServiceKey(Service.self, arguments: ArgumentPack<repeat each Argument>.types), site) {
                container throws(ResolutionError) in
                try factory(container).instance(pack.value, site: site)
            }
        }
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

extension DynamicInject: Sendable where Service: Sendable {}
