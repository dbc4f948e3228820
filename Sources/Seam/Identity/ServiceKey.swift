/// What identifies a service: its type, the types of its arguments, and its name.
///
/// Keys appear in errors and graphs. `T`, `T?`, `any P` and `any P & Q` are different types here, and one argument
/// that is a tuple differs from two arguments.
public struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
    /// The type that was registered or asked for.
    public let type: any Any.Type
    /// The types of the arguments, in order.
    public let arguments: [any Any.Type]
    /// The name, if there is one.
    public let name: ServiceName?

    init(_ type: any Any.Type, arguments: [any Any.Type] = [], name: ServiceName? = nil) {
        self.type = type
        self.arguments = arguments
        self.name = name
    }

    /// The type as it is written in source, then its argument types in parentheses and its name in quotes.
    public var description: String {
        var text = typeText(type)
        if !arguments.isEmpty { text += "(" + arguments.map(typeText).joined(separator: ", ") + ")" }
        if let name { text += " \"\(name)\"" }
        return text
    }

    /// Whether two keys have the same types and the same name.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.name == right.name
            && left.arguments.elementsEqual(right.arguments, by: ==)
    }

    /// Hashes types and name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        for argument in arguments { hasher.combine(ObjectIdentifier(argument)) }
        hasher.combine(name)
    }
}

/// The name of a type as a reader would write it, without the module and without `any` in front.
func typeText(_ type: any Any.Type) -> String {
    let text = String(describing: type)
    return text.hasPrefix("any ") ? String(text.dropFirst(4)) : text
}

/// An object that stands for a service: errors and circles of waits name it by its key.
protocol Keyed: AnyObject, Sendable {
    /// The service's key, for reading.
    var key: ServiceKey { get }
}

// MARK: - The name

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
