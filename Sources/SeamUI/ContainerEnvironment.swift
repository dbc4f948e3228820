#if canImport(SwiftUI)
public import Seam
public import SwiftUI

extension EnvironmentValues {
    /// The container of the view, or ``Seam/Container/current`` if no view around it has set one.
    public var container: Container {
        get { chosenContainer ?? .current }
        set { self[ContainerKey.self] = newValue }
    }

    /// The container that a view or a scene around the view has set.
    var chosenContainer: Container? { self[ContainerKey.self] }
}

private struct ContainerKey: EnvironmentKey {
    static let defaultValue: Container? = nil
}

extension View {
    /// Sets the container that `@InjectObject` and `@InjectObservable` ask in this view and in those inside it.
    ///
    /// An object that a view keeps already stays: another container concerns the views that appear later. The other
    /// property wrappers, such as `@Inject`, do not know the environment; they ask ``Seam/Container/current``.
    public func container(_ container: Container) -> some View {
        environment(\.container, container)
    }

    /// Makes a child container and sets it, as ``container(_:)`` does.
    ///
    /// The child is made once, when the view first appears, below the container that is set around the view, or else
    /// below ``Seam/Container/current``. It is released with the view, so each window of a `WindowGroup` has a child of
    /// its own.
    ///
    /// - Parameter register: A closure that receives the new child.
    public func childContainer(_ register: @escaping (Container) -> Void = { _ in }) -> some View {
        modifier(DerivedContainer(.child(registering: register)))
    }
}

extension Scene {
    /// Sets the container of every window of the scene, as `View.container(_:)` does for a view.
    public func container(_ container: Container) -> some Scene {
        environment(\.container, container)
    }
}

/// Sets a container that is made once, from the container that is set around the view.
struct DerivedContainer: ViewModifier {
    @Environment(\.chosenContainer) private var environment
    @State private var derived: KeptService<Container>

    init(_ derived: KeptService<Container>) {
        _derived = State(initialValue: derived)
    }

    func body(content: Content) -> some View {
        content.container(derived.service(in: environment))
    }
}
#endif
