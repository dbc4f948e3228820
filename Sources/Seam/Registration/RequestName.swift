/// The name in a request, or the absence of one.
///
/// The two are types, so that a request without a name compiles to code that never reads a name.
@usableFromInline
protocol RequestName: Sendable {
    /// The hash that the registry is searched by.
    var hash: UInt { get }
    /// Whether an entry whose hash is equal has this name.
    func isName(of entry: RegistryEntry) -> Bool
    /// The name, if there is one.
    var optional: ServiceName? { get }
}

/// The absence of a name.
@usableFromInline
struct NoName: RequestName {
    @inlinable
    init() {}

    @inlinable var hash: UInt { 0 }

    @inlinable @inline(__always)
    func isName(of entry: RegistryEntry) -> Bool { true }

    @inlinable var optional: ServiceName? { nil }
}

extension ServiceName: RequestName {
    @inlinable @inline(__always)
    func isName(of entry: RegistryEntry) -> Bool {
        entry.name == self
    }

    @inlinable var optional: ServiceName? { self }
}
