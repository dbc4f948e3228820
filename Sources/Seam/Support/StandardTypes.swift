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

extension StaticString {
    /// Whether the two have the same text, at whatever address.
    func hasSameText(as other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else { return description == other.description }
        return unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
            .elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
    }
}
