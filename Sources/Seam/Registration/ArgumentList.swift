/// The arguments of one request: none, or a pack of any number and types.
///
/// What differs between the two is here, so that resolution is written once.
@usableFromInline
protocol ArgumentList: SendableMetatype {
    /// What identifies a service of type `Service` that takes such arguments.
    func signature<Service>(of type: Service.Type) -> UInt
    /// Calls the registration's factory in a frame, and ends the read that found the registration.
    ///
    /// The registration was found by ``signature(of:)``, which proves its class. Whoever calls leaves the frame.
    func activate<Service>(
        _ registration: Borrowed<AnyRegistration>,
        in container: Container,
        on record: ThreadRecord.Pointer
    ) throws -> Service
    /// Calls the registration's factory; its class is proven in the same way.
    func invoke<Service>(_ registration: AnyRegistration, _ resolver: Resolver) throws -> Service
    /// The same for the async factory of a registration that is async, or an alias of one: those have one.
    func invokeAsync<Service>(_ registration: AnyRegistration, _ resolver: Resolver) async throws -> Service
    /// The types of the arguments, in order.
    var types: [any Any.Type] { get }
    /// The values, for a registration that takes compatible types.
    var values: [Any] { get }
    /// What an instance is kept under; `nil` where an argument is not `Hashable`.
    var key: ArgumentsKey? { get }
}
