/// The name in a request: one, or none.
///
/// What differs between the two is here, so that a request without a name, as most are, never looks at one.
@usableFromInline
protocol RequestName: Sendable {
    /// What the registry probes with.
    var probe: UInt { get }
    /// Whether a registration whose probe is the same has this name.
    func isName(of registration: AnyRegistration) -> Bool
    /// The name, for those who do not care.
    var optional: ServiceName? { get }
}

/// No name.
@usableFromInline
struct NoName: RequestName {
    @inlinable
    init() {}

    @inlinable var probe: UInt { 0 }

    @inlinable @inline(__always)
    func isName(of registration: AnyRegistration) -> Bool { true }

    @inlinable var optional: ServiceName? { nil }
}

extension ServiceName: RequestName {
    @inlinable @inline(__always)
    func isName(of registration: AnyRegistration) -> Bool {
        // The probe is the same and not 0, which it is of every name and of nothing else.
        registration.name.unsafelyUnwrapped == self
    }

    @inlinable var optional: ServiceName? { self }
}
