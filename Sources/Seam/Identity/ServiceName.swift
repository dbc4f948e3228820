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
    /// What the registry probes with.
    ///
    /// Never 0, which stands for no name; never compared instead of the string.
    @usableFromInline let probe: UInt

    /// Creates a name from any string.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    @inlinable
    public init(_ string: String) {
        self.string = string
        var hash: UInt = 0x811C_9DC5
        var isASCII = true
        for byte in string.utf8 {
            hash = (hash ^ UInt(byte)) &* 0x0100_0193
            isASCII = isASCII && byte < 0x80
        }
        // Strings that are equal may differ in their bytes, unless these are ASCII.
        probe = (isASCII ? hash : UInt(bitPattern: string.hashValue)) | 1
    }

    /// Creates a name from a literal.
    @inlinable
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The string that the name was made of.
    public var description: String { string }

    /// Whether two names are made of equal strings.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.probe == right.probe && left.string == right.string
    }

    /// Hashes the string.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(string)
    }
}
