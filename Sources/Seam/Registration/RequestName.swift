/// The name in a request, or the absence of one.
///
/// The absence is a type of its own, so that a request without a name compiles to code that never reads a name.
protocol RequestName: Sendable {
    /// The hash that the registry is searched by.
    var hash: UInt { get }
    /// Whether an entry whose hash is equal has this name.
    func isName(of entry: RegistryEntry) -> Bool
}

/// The absence of a name.
struct NoName: RequestName {
    var hash: UInt { 0 }

    @inline(__always)
    func isName(of entry: RegistryEntry) -> Bool { true }
}

extension ServiceName: RequestName {
    @inline(__always)
    func isName(of entry: RegistryEntry) -> Bool {
        entry.name == self
    }
}

/// A name or none, which is known only at run time.
extension ServiceName?: RequestName {
    var hash: UInt { self?.hash ?? 0 }

    func isName(of entry: RegistryEntry) -> Bool { entry.name == self }
}
