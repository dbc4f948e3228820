/// Resolves every registration and contribution of a type when the owner of the property is created.
///
/// The order is that of ``Resolving/all(_:fileID:line:)``.
///
/// - Note: Stops the program with the text of the ``ResolutionError`` where one of them cannot be built.
@propertyWrapper
public struct InjectAll<Service> {
    /// The services.
    public let wrappedValue: [Service]

    /// Creates one that has its services already.
    public static func constant(_ value: [Service]) -> Self { Self(constant: value) }

    private init(constant value: [Service]) { wrappedValue = value }

    /// Resolves the services now.
    public init(in container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        wrappedValue = (container ?? .current).all(fileID: fileID, line: line)
    }
}

extension InjectAll: Sendable where Service: Sendable {}
