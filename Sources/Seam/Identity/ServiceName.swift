/// The name of one variant of a service.
///
/// Declare the names a program uses in one place, and refer to them by their short form:
///
/// ```swift
/// extension ServiceName { static let mock: Self = "mock" }
/// container.register(name: .mock) { MockAPI() as any API }
/// ```
///
/// Two names are equal when their strings are.
public struct ServiceName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let string: String
    /// The seeded hash of the string, by which the registry looks it up.
    ///
    /// Equal for equal strings, however they are encoded; never 0, which stands for no name.
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

    /// The string that the name was made of.
    public var description: String { string }

    /// Whether two names are made of equal strings.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.string == right.string
    }

    /// Hashes the string.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
