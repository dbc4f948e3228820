/// An `Optional` whose type is not known.
protocol OptionalProtocol {
    /// The value inside, or `nil`.
    var wrappedAsAny: Any? { get }
    /// The type inside.
    static var wrappedType: any Any.Type { get }
    /// The `nil` of the type.
    static var empty: Any { get }
}

extension Optional: OptionalProtocol {
    var wrappedAsAny: Any? {
        switch self {
        case .some(let value): value
        case .none: nil
        }
    }

    static var wrappedType: any Any.Type { Wrapped.self }

    static var empty: Any { Self.none as Any }
}

// MARK: - Recognition

// `_isOptional` of the standard library reads the kind of a type. A cast alone looks for a conformance, which takes as
// long as an object.

private func isOptional(_ type: any Any.Type) -> Bool {
    func isOptional<Opened>(_: Opened.Type) -> Bool { _isOptional(Opened.self) }
    return _openExistential(type, do: isOptional)
}

/// A value as an `Optional`; `nil` if it has another type.
func asOptional(_ value: Any) -> (any OptionalProtocol)? {
    isOptional(type(of: value)) ? value as? any OptionalProtocol : nil
}

/// A type as that of an `Optional`; `nil` if it is another one.
func asOptional(_ type: any Any.Type) -> (any OptionalProtocol.Type)? {
    isOptional(type) ? type as? any OptionalProtocol.Type : nil
}

/// The value; `nil` if it is an empty `Optional`.
@inlinable @inline(__always)
func flattened<Value>(_ value: Value) -> Value? {
    _isOptional(Value.self) && isEmptyOptional(value) ? nil : value
}

@usableFromInline @inline(never)
func isEmptyOptional(_ value: Any) -> Bool {
    asOptional(value).map { $0.wrappedAsAny == nil } ?? false
}

/// The `nil` of a type, if that is an `Optional`.
func nilOfOptional<Value>(_: Value.Type) -> Value? {
    // Not chained: a cast of an Optional would unwrap what is inside.
    guard let type = asOptional(Value.self) else { return nil }
    return type.empty as? Value
}
