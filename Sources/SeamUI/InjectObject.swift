#if canImport(SwiftUI)
internal import Combine
public import Seam
public import SwiftUI

/// Resolves an `ObservableObject`, keeps it as long as the view lives, and redraws the view when it changes.
///
/// ```swift
/// struct CartView: View {
///     @InjectObject var cart: any CartModel
///
///     var body: some View {
///         TextField("Note", text: $cart.note)
///     }
/// }
/// ```
///
/// The object is resolved once, before the view's body is first read, however often the view is made anew: a
/// `StateObject` keeps it. The type of the property may also be a protocol, a superclass or an `Optional`, which a
/// `StateObject` alone does not allow.
///
/// The object comes from the given container. If none is given, it comes from the container that `View.container(_:)`
/// has set around the view, or else from the container that was ``Seam/Container/current`` when the view was made. If
/// SwiftUI does not render the view, as in a test, the first read of the property resolves the object.
///
/// - Note: The program stops with the text of the ``Seam/ResolutionError`` if the object cannot be resolved, and with a
///   text of its own if the object is not an `ObservableObject`.
@MainActor @preconcurrency
@propertyWrapper
public struct InjectObject<Service>: @preconcurrency DynamicProperty {
    @Environment(\.chosenContainer) private var environment
    @StateObject private var relay: ObjectRelay<Service>
    private var kept: KeptService<Service>

    private init(_ kept: KeptService<Service>) {
        self.kept = kept
        _relay = StateObject(wrappedValue: ObjectRelay(kept))
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
        kept = relay.observe(kept, in: environment)
    }

    /// Creates a wrapper that has the given object, even if the view had another one before.
    public static func constant(_ object: Service) -> Self { Self(KeptService(constant: object)) }
}

extension InjectObject {
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

/// Passes on the announcements of an object whose type is known only at run time.
///
/// The class is not isolated, because an object may announce a change on any thread.
private final class ObjectRelay<Service>: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    private let first: KeptService<Service>
    private var observed: KeptService<Service>?
    private var subscription: AnyCancellable?

    init(_ first: KeptService<Service>) {
        self.first = first
    }

    /// Observes the object to show, and returns its keeper.
    ///
    /// - Parameter latest: The keeper of the view as it is now, which counts only if it has a constant.
    @MainActor
    func observe(_ latest: KeptService<Service>, in environment: Container?) -> KeptService<Service> {
        let kept = first.replaced(byConstant: latest)
        guard kept !== observed else { return kept }
        let object = ObservationCheck.observable(
            in: kept.service(in: environment),
            as: (any ObservableObject).self,
            by: .object
        )
        subscription = object.map { announcements(of: $0) }
        observed = kept
        return kept
    }

    private func announcements(of object: some ObservableObject) -> AnyCancellable {
        object.objectWillChange.sink { [objectWillChange] _ in objectWillChange.send() }
    }
}
#endif
