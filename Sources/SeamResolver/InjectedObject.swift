#if canImport(SwiftUI)
public import Combine
public import SwiftUI

/// Resolves an observable object when the view is created, and updates the view if the object changes.
@MainActor @preconcurrency
@propertyWrapper
public struct InjectedObject<Service: ObservableObject>: DynamicProperty {
    @ObservedObject private var service: Service

    /// The object.
    public var wrappedValue: Service {
        get { service }
        set { service = newValue }
    }

    /// Bindings to the properties of the object.
    public var projectedValue: ObservedObject<Service>.Wrapper { $service }

    /// Resolves the object now, from the given resolver or from ``Resolver/root``.
    public init(
        name: Resolver.Name? = nil,
        container: Resolver? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let service: Service = (container ?? .asked).resolve(name: name, fileID: fileID, line: line)
        _service = ObservedObject(wrappedValue: service)
    }
}
#endif
