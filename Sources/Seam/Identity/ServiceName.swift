/// The name of one variant of a service.
///
/// Declare the names of a program in one place, and refer to them by their short form:
///
/// ```swift
/// extension ServiceName { static let mock: Self = "mock" }
/// container.register(name: .mock) { MockAPI() as any API }
/// ```
///
/// A name may also be interpolated, as in `name: "tenant \(id)"`. Two names are equal if their strings are.
public struct ServiceName: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    @usableFromInline let string: String
    /// The seeded hash of the string, for the registry.
    ///
    /// Equal strings have equal hashes, however they are encoded. The hash is never 0, which means no name.
    @usableFromInline let hash: UInt

    /// Creates a name from any string.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    public init(_ string: String) {
        self.string = string
        hash = UInt(bitPattern: string.hashValue) | 1
    }

    /// Creates a name from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The string of the name.
    public var description: String { string }

    /// The name as a literal in source: in quotes and on one line.
    var literal: String { String(reflecting: string) }

    /// Whether two names have equal strings.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.string == right.string
    }

    /// Hashes the name by the hash of its string.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
