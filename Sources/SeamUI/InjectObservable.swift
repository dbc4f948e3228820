#if canImport(SwiftUI)
internal import Observation
public import Seam
public import SwiftUI

/// Resolves an object of a class that is marked `@Observable`, and keeps it as long as the view lives.
///
/// ```swift
/// struct CartView: View {
///     @InjectObservable var cart: any CartModel
///
///     var body: some View {
///         TextField("Note", text: $cart.note)
///     }
/// }
/// ```
///
/// The object is resolved once, before the view's body is first read, however often the view is made anew: a `State`
/// keeps it. The view is redrawn when a property that its body has read changes. The type of the property may be a
/// protocol, a superclass or an `Optional`. The container is found as in ``InjectObject``.
///
/// - Note: The program stops with the text of the ``Seam/ResolutionError`` if the object cannot be resolved, and with a
///   text of its own if the object is not `Observable`.
@MainActor @preconcurrency
@propertyWrapper
public struct InjectObservable<Service>: @preconcurrency DynamicProperty {
    @Environment(\.chosenContainer) private var environment
    @State private var first: KeptService<Service>
    private var kept: KeptService<Service>

    private init(_ kept: KeptService<Service>) {
        self.kept = kept
        _first = State(initialValue: kept)
    }

    // In the type's body: a memberwise initialiser may leave out a property only if its wrapper has this initialiser
    // here.
    /// Resolves the object once, when the view first appears.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(KeptService(name: name, in: container, fileID: fileID, line: line))
    }

    /// The object.
    public var wrappedValue: Service { kept.service }

    /// The bindings to the properties of the object.
    public var projectedValue: ServiceBindings<Service> { ServiceBindings(kept) }

    /// Resolves the object, if this is the first time; called by SwiftUI before the body is read.
    public mutating func update() {
        kept = first.replaced(byConstant: kept)
        guard !kept.isResolved else { return }
        _ = ObservationCheck.observable(
            in: kept.service(in: environment),
            as: (any Observable).self,
            by: .observable
        )
    }

    /// Creates a wrapper that has the given object, even if the view had another one before.
    public static func constant(_ object: Service) -> Self {
        _ = ObservationCheck.observable(in: object, as: (any Observable).self, by: .observable)
        return Self(KeptService(constant: object))
    }
}

extension InjectObservable {
    /// Resolves the object once, when the view first appears, with the arguments of that time.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(KeptService(name: name, arguments: repeat each arguments, in: container, fileID: fileID, line: line))
    }

    /// Resolves a declared object once, when the view first appears.
    public init(
        _ keyPath: KeyPath<Container, Factory<Service>>,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(KeptService(keyPath, in: container, fileID: fileID, line: line))
    }

    /// Resolves a declared object once, when the view first appears, with the arguments of that time.
    public init<each Argument>(
        _ keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(KeptService(keyPath, arguments: repeat each arguments, in: container, fileID: fileID, line: line))
    }
}
#endif
