// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the parts of Combine that SwiftUI shows. It has the shapes, and does nothing.

public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

public final class ObservableObjectPublisher {
    public init() {}

    public func send() {}
}

@propertyWrapper
public struct Published<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
