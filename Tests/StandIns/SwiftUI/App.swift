// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the parts of SwiftUI that start an app. It has the shapes, and does nothing.

public import UIKit

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public nonisolated init(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("A stand-in shows nothing.") }
}

extension Scene {
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> some Scene {
        ModifiedScene()
    }
}

private struct ModifiedScene: Scene {
    nonisolated init() {}

    var body: Never { fatalError("A stand-in shows nothing.") }
}

@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: UIResponder & UIApplicationDelegate>: DynamicProperty {
    public init(_ type: Delegate.Type = Delegate.self) {}

    public var wrappedValue: Delegate { fatalError("A stand-in has no delegate.") }
}

open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
