/// An `Optional` whose type is not known.
@usableFromInline
protocol OptionalProtocol {
    /// The value inside, or `nil`.
    var wrappedAsAny: Any? { get }
    /// The type inside.
    static var wrappedType: any Any.Type { get }
    /// The `nil` of the type.
    static var empty: Any { get }
}

extension Optional: OptionalProtocol {
    @usableFromInline var wrappedAsAny: Any? {
        switch self {
        case .some(let value): value
        case .none: nil
        }
    }

    @usableFromInline static var wrappedType: any Any.Type { Wrapped.self }

    @usableFromInline static var empty: Any { Self.none as Any }
}

/// The value; `nil` if it is an empty `Optional`.
///
/// The compiler decides both questions about the type for classes, protocols and Optionals.
@inlinable @inline(__always)
func flattened<Value>(_ value: Value) -> Value? {
    guard !(Value.self is AnyClass), Value.self is any OptionalProtocol.Type, isEmptyOptional(value) else {
        return value
    }
    return nil
}

@usableFromInline @inline(never)
func isEmptyOptional(_ value: Any) -> Bool {
    // First, since looking up a conformance takes longer.
    guard !(type(of: value) is AnyClass) else { return false }
    return (value as? any OptionalProtocol).map { $0.wrappedAsAny == nil } ?? false
}

/// The `nil` of a type, if that is an `Optional`.
func nilOfOptional<Value>(_: Value.Type) -> Value? {
    guard let type = Value.self as? any OptionalProtocol.Type else { return nil }
    return type.empty as? Value
}
