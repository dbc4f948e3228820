// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for a few of SwiftUI's views. It has the shapes, and does nothing.

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("A stand-in draws nothing.") }
}

@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifierContent
    @ViewBuilder func body(content: Content) -> Body
}

public struct ModifierContent: View {
    public var body: Never { fatalError("A stand-in draws nothing.") }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct TupleView<Content>: View {
    nonisolated init(_ content: Content) {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct EmptyView: View {
    public nonisolated init() {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct Text: View {
    public init<Content: StringProtocol>(_ content: Content) {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct Button<Label: View>: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) where Label == Text {}

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct VStack<Content: View>: View {
    public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct List<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}

    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Row> {}

    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Row> {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: View {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct TextField<Label: View>: View {
    public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) where Label == Text {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

public struct Toggle<Label: View>: View {
    public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) where Label == Text {}

    public var body: Never { fatalError("A stand-in draws nothing.") }
}

extension View {
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> some View {
        ModifiedView()
    }

    public nonisolated func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View { ModifiedView() }

    public nonisolated func task(
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
    ) -> some View { ModifiedView() }

    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { ModifiedView() }

    public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { ModifiedView() }
}

private struct ModifiedView: View {
    nonisolated init() {}

    var body: Never { fatalError("A stand-in draws nothing.") }
}
