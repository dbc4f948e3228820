/// The argument values of a slot: a copy, and their hash.
final class ArgumentKey: Sendable {
    let values: ValueBox
    let hash: Int

    init(_ arguments: ArgumentReference) {
        values = arguments.type.box(at: arguments.address)
        hash = arguments.hash
    }
}

/// The address of a request's arguments, and their hash.
struct ArgumentReference {
    let type: any ArgumentValues.Type
    let address: ArgumentAddress
    let hash: Int

    /// Hashes the arguments, by the user's `hash(into:)`; `nil` if one of them is not `Hashable`.
    init?(_ type: any ArgumentValues.Type, at address: ArgumentAddress) {
        guard let hash = type.hash(at: address) else { return nil }
        self.type = type
        self.address = address
        self.hash = hash
    }
}

/// The values of some arguments.
@usableFromInline
protocol ArgumentValues: SendableMetatype {
    /// Copies the values at an address.
    ///
    /// - Precondition: There are values of exactly these types, here and below.
    init(at address: ArgumentAddress?)
    /// The hash of the values by their static types; `nil` if one of them is not `Hashable`.
    var hash: Int? { get }
    /// Whether the values are equal to those at an address, by their static types.
    func isEqual(toThoseAt address: ArgumentAddress) -> Bool
    /// A copy of the values.
    static func box(at address: ArgumentAddress) -> ValueBox
}

extension ArgumentValues {
    /// The hash of the values at an address; `nil` if one of them is not `Hashable`.
    static func hash(at address: ArgumentAddress) -> Int? { Self(at: address).hash }

    /// Whether the values at two addresses are equal.
    static func areEqual(_ left: ArgumentAddress, _ right: ArgumentAddress) -> Bool {
        Self(at: left).isEqual(toThoseAt: right)
    }
}
