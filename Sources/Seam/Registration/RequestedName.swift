/// The name of a request, or the absence of one; what differs between the two is here.
@usableFromInline
protocol RequestedName {
    var name: ServiceName? { get }
    /// What the registry probes with.
    var probe: UInt { get }
    /// Whether the registration was made under this name.
    func isName(of registration: AnyRegistration) -> Bool
}

/// A request without a name.
@usableFromInline
struct NoName: RequestedName {
    @inlinable
    init() {}

    @inlinable var name: ServiceName? { nil }
    @inlinable var probe: UInt { 0 }

    @inlinable @inline(__always)
    func isName(of registration: AnyRegistration) -> Bool { registration.nameProbe == 0 }
}

extension ServiceName: RequestedName {
    @inlinable var name: ServiceName? { self }

    @inlinable @inline(__always)
    func isName(of registration: AnyRegistration) -> Bool {
        registration.nameProbe == probe && registration.name.unsafelyUnwrapped == self
    }
}
