internal import Seam

extension Resolver {
    /// The name of one of several services of a type.
    ///
    /// ```swift
    /// extension Resolver.Name {
    ///     static let sandbox = Self("sandbox")
    /// }
    /// ```
    public struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name as a string.
        public let rawValue: String

        /// Creates a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Creates a name from a literal.
        public init(stringLiteral: String) { rawValue = stringLiteral }

        /// The name for a string that may be missing.
        public static func name(fromString string: String?) -> Name? {
            string.map { Name($0) }
        }

        var serviceName: ServiceName { ServiceName(rawValue) }
    }
}
