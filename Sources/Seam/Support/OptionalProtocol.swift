/// What an `Optional` of unknown type can be asked.
protocol OptionalProtocol {
    /// The value inside, or `nil`.
    var wrappedAsAny: Any? { get }
    /// The type inside.
    static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalProtocol {
    var wrappedAsAny: Any? {
        switch self {
        case .some(let value): value
        case .none: nil
        }
    }

    static var wrappedType: any Any.Type { Wrapped.self }
}
