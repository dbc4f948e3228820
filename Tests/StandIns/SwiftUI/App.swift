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
public protocol Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

extension Scene {
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some Scene {
        self
    }
}

@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: UIResponder & UIApplicationDelegate>: DynamicProperty {
    public init(_ type: Delegate.Type = Delegate.self) {}

    public var wrappedValue: Delegate { fatalError("A stand-in has no delegate.") }
}
