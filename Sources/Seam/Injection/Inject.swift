/// Resolves a service when the owner of the property is created.
///
/// ```swift
/// struct Checkout {
///     @Inject var api: any API
///     @Inject(name: .mock) var mock: any API
///     @Inject(arguments: 42) var user: UserModel
/// }
/// ```
///
/// The service comes from ``Container/current`` unless a container is given. The property can be set, so a test may
/// replace the service. In a struct the wrapper has value semantics.
///
/// - Note: Creating the owner stops the program with the text of the ``ResolutionError`` if the service cannot be
///   resolved.
/// - Complexity: That of ``Resolving/resolve(_:name:fileID:line:)``.
@propertyWrapper
public struct Inject<Service> {
    /// The service.
    public var wrappedValue: Service

    /// Creates a wrapper that has the given service.
    public static func constant(_ value: Service) -> Self { Inject(constant: value) }

    private init(constant value: Service) { wrappedValue = value }

    /// Resolves the service now.
    @inlinable
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard let container else {
            wrappedValue = Container.withCurrent { $0.resolve(name: name, fileID: fileID, line: line) }
            return
        }
        wrappedValue = container.resolve(name: name, fileID: fileID, line: line)
    }

    /// Resolves the service now, with arguments.
    @inlinable
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        wrappedValue = (container ?? .current)
            .resolve(
                name: name,
                arguments: repeat each arguments,
                fileID: fileID,
                line: line
            )
    }

    /// Resolves a declared service now.
    @inlinable
    public init(
        _ keyPath: KeyPath<Container, Factory<Service>>,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        wrappedValue = (container ?? .current)[keyPath: keyPath].resolve(fileID: fileID, line: line)
    }

    /// Resolves a declared service now, with arguments.
    @inlinable
    public init<each Argument>(
        _ keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        wrappedValue = (container ?? .current)[keyPath: keyPath]
            .resolve(
                repeat each arguments,
                fileID: fileID,
                line: line
            )
    }
}

extension Inject: Sendable where Service: Sendable {}

// MARK: - All of a type

/// Resolves every registration and contribution of a type when the owner of the property is created.
///
/// The services and their order are those of ``Resolving/all(_:fileID:line:)``.
///
/// - Note: Creating the owner stops the program with the text of the ``ResolutionError`` if one of them cannot be
///   built.
/// - Complexity: That of ``Resolving/all(_:fileID:line:)``.
@propertyWrapper
public struct InjectAll<Service> {
    /// The services.
    public let wrappedValue: [Service]

    /// Creates a wrapper that has the given services.
    public static func constant(_ value: [Service]) -> Self { Self(constant: value) }

    private init(constant value: [Service]) { wrappedValue = value }

    /// Resolves the services now.
    public init(in container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        wrappedValue = (container ?? .current).all(fileID: fileID, line: line)
    }
}

extension InjectAll: Sendable where Service: Sendable {}
