// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for SwiftUI's state and environment. It has the shapes, and does nothing.

public import Combine
public import Observation

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    let initial: Value

    public init(wrappedValue: Value) { initial = wrappedValue }

    public init(initialValue: Value) { initial = initialValue }

    public var wrappedValue: Value {
        get { initial }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> { fatalError("A stand-in keeps nothing.") }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    public var wrappedValue: Value {
        get { fatalError("A stand-in binds nothing.") }
        nonmutating set {}
    }

    public static func constant(_ value: Value) -> Binding<Value> { fatalError("A stand-in binds nothing.") }

    public var projectedValue: Binding<Value> { self }

    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
        fatalError("A stand-in binds nothing.")
    }
}

@MainActor @preconcurrency
@propertyWrapper
public struct StateObject<Object: ObservableObject>: DynamicProperty {
    public nonisolated init(wrappedValue: @autoclosure @escaping () -> Object) {}

    public var wrappedValue: Object { fatalError("A stand-in keeps nothing.") }

    public var projectedValue: ObservedObject<Object>.Wrapper { fatalError("A stand-in keeps nothing.") }
}

@MainActor @preconcurrency
@propertyWrapper
public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
    @MainActor @preconcurrency
    @dynamicMemberLookup
    public struct Wrapper {
        public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Member>) -> Binding<Member> {
            fatalError("A stand-in keeps nothing.")
        }
    }

    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }

    public var wrappedValue: Object

    public var projectedValue: Wrapper { fatalError("A stand-in keeps nothing.") }
}

@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    private let object: Value

    public var wrappedValue: Value {
        get { object }
        set {}
    }

    public var projectedValue: Bindable<Value> { self }

    @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
    public init(wrappedValue: Value) { object = wrappedValue }
}

extension Bindable where Value: AnyObject {
    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
        fatalError("A stand-in binds nothing.")
    }
}

extension Bindable where Value: AnyObject & Observable {
    public init(_ wrappedValue: Value) { object = wrappedValue }

    public init(wrappedValue: Value) { object = wrappedValue }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}

    public var wrappedValue: Value { fatalError("A stand-in has no environment.") }
}
