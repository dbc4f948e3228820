// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for SwiftUI's previews. It has the shapes, and does nothing.
//
// There is no macro: `#Preview(...)` stands for a call of the initialiser that the real macro calls.

@MainActor
public struct Preview {
    public struct ViewTraits {}

    public init(
        _ name: String? = nil,
        traits: PreviewTrait<Preview.ViewTraits>...,
        @ViewBuilder body: @escaping @MainActor () -> any View
    ) {}
}

public struct PreviewTrait<T> {}

extension PreviewTrait where T == Preview.ViewTraits {
    @MainActor
    public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<T> { PreviewTrait() }
}

@MainActor @preconcurrency
public protocol PreviewModifier {
    associatedtype Context = Void
    associatedtype Body: View
    typealias Content = PreviewContent
    static func makeSharedContext() async throws -> Context
    @ViewBuilder func body(content: Content, context: Context) -> Body
}

public struct PreviewContent: View {
    public var body: Never { fatalError("A stand-in draws nothing.") }
}
