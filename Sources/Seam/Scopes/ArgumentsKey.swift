/// The values of a request's arguments, equal by their static types and their own `==`.
@usableFromInline
struct ArgumentsKey: Hashable, @unchecked Sendable {
    // Unchecked because arguments need not be Sendable: the values are only compared and hashed, by `==` and
    // `hash(into:)`, which a value that is used as a key on several threads has to allow.
    private var values: [AnyHashable] = []

    /// Wraps a value so that only values of the same static type are equal to it.
    private struct StaticallyTyped<Value: Hashable>: Hashable {
        let value: Value
    }

    /// Adds a value.
    ///
    /// - Returns: Whether its static type is `Hashable`; if not, nothing was added.
    mutating func append<Value>(_ value: Value) -> Bool {
        func wrap<Wrapped: Hashable>(_ type: Wrapped.Type) -> AnyHashable? {
            (value as? Wrapped).map { AnyHashable(StaticallyTyped(value: $0)) }
        }
        guard let type = Value.self as? any Hashable.Type, let wrapped = wrap(type) else { return false }
        values.append(wrapped)
        return true
    }
}
