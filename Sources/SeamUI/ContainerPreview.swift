#if canImport(SwiftUI)
public import Seam
public import SwiftUI

extension PreviewTrait where T == Preview.ViewTraits {
    /// Shows a preview in a copy of the current container, with other registrations.
    ///
    /// ```swift
    /// #Preview(traits: .container { $0.register { SandboxPayments() as any Payments } }) {
    ///     CheckoutView()
    /// }
    /// ```
    ///
    /// The registrations win as those of `withOverrides` do. Several traits add up.
    ///
    /// - Parameter override: A closure that receives the copy.
    @MainActor
    public static func container(_ override: @escaping (Container) -> Void) -> PreviewTrait<Preview.ViewTraits> {
        .modifier(OverridingPreview(override: override))
    }

    /// Shows a preview in a container, as `View.container(_:)` does for a view.
    @MainActor
    public static func container(_ container: Container) -> PreviewTrait<Preview.ViewTraits> {
        .modifier(ContainerPreview(container: container))
    }
}

private struct ContainerPreview: PreviewModifier {
    let container: Container

    func body(content: Content, context: Void) -> some View {
        content.container(container)
    }

    static func makeSharedContext() async throws {}
}

private struct OverridingPreview: PreviewModifier {
    let override: (Container) -> Void

    func body(content: Content, context: Void) -> some View {
        content.modifier(DerivedContainer(.copy(overriding: override)))
    }

    static func makeSharedContext() async throws {}
}
#endif
