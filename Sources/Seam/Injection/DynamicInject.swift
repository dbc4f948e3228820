/// Resolves a service on every read.
///
/// What is read follows the registrations: after a replacement, the next read gives the new service. Bound to
/// ``Container/current`` when the owner is created, unless a container is given.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` where the service cannot be had.
@propertyWrapper
public struct DynamicInject<Service> {
    private let resolve: @Sendable () -> Service

    /// The service, as it is now.
    public var wrappedValue: Service { resolve() }

    /// Creates one that always has the given service.
    public static func constant(_ value: Service) -> Self {
        // Shared exactly as far as the user shares the wrapper.
        let value = Transferred(value: value)
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
        let binding = ContainerBinding(to: container ?? .current)
        resolve = { binding.resolved { $0.resolve(name: name, fileID: fileID, line: line) } }
    }

    /// Resolves the service on every read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let binding = ContainerBinding(to: container ?? .current)
        // The arguments are the wrapper's from here on: they are read by whoever resolves.
        let pack = Transferred(value: ArgumentPack(repeat each arguments))
        resolve = {
            binding.resolved {
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
        let binding = ContainerBinding(to: container ?? .current)
        resolve = { binding.resolved { $0[keyPath: keyPath].resolve(fileID: fileID, line: line) } }
    }

    /// Resolves a declared service on every read, with arguments.
    public init<each Argument>(
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let binding = ContainerBinding(to: container ?? .current)
        // The arguments are the wrapper's from here on: they are read by whoever resolves.
        let pack = Transferred(value: ArgumentPack(repeat each arguments))
        resolve = {
            binding.resolved {
                $0[keyPath: keyPath].resolve(repeat each pack.value.pack, fileID: fileID, line: line)
            }
        }
    }
}

extension DynamicInject: Sendable where Service: Sendable {}
