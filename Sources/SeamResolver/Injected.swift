/// Resolves a service when the owner of the property is created.
///
/// ```swift
/// final class Checkout {
///     @Injected var payments: Payments
/// }
/// ```
///
/// - Note: Creating the owner stops the program with the text of the ``Seam/ResolutionError`` if the service cannot be
///   resolved.
@propertyWrapper
public struct Injected<Service> {
    /// The service.
    public var wrappedValue: Service

    /// The wrapper itself.
    public var projectedValue: Injected<Service> {
        get { self }
        set { self = newValue }
    }

    /// Resolves the service now, from the given resolver or from ``Resolver/root``.
    public init(
        name: Resolver.Name? = nil,
        container: Resolver? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        wrappedValue = (container ?? .asked).resolve(name: name, fileID: fileID, line: line)
    }
}

extension Injected: Sendable where Service: Sendable {}

/// Resolves a service when the owner of the property is created; `nil` if it is not registered.
@propertyWrapper
public struct OptionalInjected<Service> {
    /// The service.
    public var wrappedValue: Service?

    /// The wrapper itself.
    public var projectedValue: OptionalInjected<Service> {
        get { self }
        set { self = newValue }
    }

    /// Resolves the service now, from the given resolver, or else from ``Resolver/root``.
    public init(
        name: Resolver.Name? = nil,
        container: Resolver? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let found: Service? = container?.optional(name: name, fileID: fileID, line: line)
        wrappedValue = found ?? Resolver.asked.optional(name: name, fileID: fileID, line: line)
    }
}

extension OptionalInjected: Sendable where Service: Sendable {}
