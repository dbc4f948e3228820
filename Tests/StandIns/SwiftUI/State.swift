// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for SwiftUI's state and environment. It has the shapes, and does nothing.

@_exported public import Combine
@_exported public import Observation

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

    public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { _ in }) }
}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    let read: () -> Value

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { read = get }

    public var wrappedValue: Value {
        get { read() }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>(get: { wrappedValue[keyPath: keyPath] }, set: { _ in })
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
