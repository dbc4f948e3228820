/// The arguments of one request: none, or a pack of any number and types.
///
/// What differs between the two is here, so that resolution is written once.
@usableFromInline
protocol ArgumentList: SendableMetatype {
    /// What identifies a service of type `Service` that takes such arguments.
    func signature<Service>(of type: Service.Type) -> UInt
    /// Calls the registration's factory in a frame, and ends the read that found the registration.
    ///
    /// Whoever calls leaves the frame.
    func activate<Service>(
        _ registration: Unmanaged<AnyRegistration>,
        in container: Container,
        on record: ThreadRecord.Pointer
    ) throws -> Service
    /// Calls the registration's factory. The registration was found by ``signature(of:)``, which proves its class.
    func invoke<Service>(_ registration: AnyRegistration, _ resolver: Resolver) throws -> Service
    /// The same for an async factory.
    func invokeAsync<Service>(_ registration: AnyRegistration, _ resolver: Resolver) async throws -> Service
    /// The types of the arguments, in order.
    var types: [any Any.Type] { get }
    /// The values, for a registration that takes compatible types.
    var values: [Any] { get }
    /// What an instance is kept under; `nil` where an argument is not `Hashable`.
    var key: ArgumentsKey? { get }
}

/// A request without arguments: its signature is the service's type itself.
@usableFromInline
struct NoArguments: ArgumentList {
    @inlinable
    init() {}

    @inlinable @inline(__always)
    func signature<Service>(of type: Service.Type) -> UInt {
        UInt(bitPattern: ObjectIdentifier(type))
    }

    @inlinable @inline(__always)
    func activate<Service>(
        _ registration: Unmanaged<AnyRegistration>,
        in container: Container,
        on record: ThreadRecord.Pointer
    ) throws -> Service {
        record.enter(registration, in: container, arguments: nil)
        record.endReading()
        return try registration._withUnsafeGuaranteedRef { registration in
            try unsafeDowncast(registration, to: FactoryRegistration<Service>.self).factory(Resolver(container))
        }
    }

    @inlinable @inline(__always)
    func invoke<Service>(_ registration: AnyRegistration, _ resolver: Resolver) throws -> Service {
        try unsafeDowncast(registration, to: FactoryRegistration<Service>.self).factory(resolver)
    }

    @usableFromInline
    func invokeAsync<Service>(_ registration: AnyRegistration, _ resolver: Resolver) async throws -> Service {
        let registration = unsafeDowncast(registration, to: FactoryRegistration<Service>.self)
        return try await registration.asyncFactory.unsafelyUnwrapped(resolver)
    }

    @usableFromInline var types: [any Any.Type] { [] }
    @usableFromInline var values: [Any] { [] }
    @usableFromInline var key: ArgumentsKey? { ArgumentsKey() }
}

/// A request with arguments.
///
/// Its signature is a type of its own for each service and list of argument types, so that one argument that is a tuple
/// differs from two arguments.
@usableFromInline
struct ArgumentPack<each Argument>: ArgumentList {
    @usableFromInline let pack: (repeat each Argument)

    @inlinable
    init(_ argument: repeat each Argument) {
        pack = (repeat each argument)
    }

    @inlinable @inline(__always)
    func signature<Service>(of type: Service.Type) -> UInt {
        UInt(bitPattern: ObjectIdentifier(ArgumentSignature<Service, repeat each Argument>.self))
    }

    @inlinable @inline(__always)
    func activate<Service>(
        _ registration: Unmanaged<AnyRegistration>,
        in container: Container,
        on record: ThreadRecord.Pointer
    ) throws -> Service {
        try withUnsafePointer(to: self) { address in
            record.enter(registration, in: container, arguments: UnsafeRawPointer(address))
            record.endReading()
            return try registration._withUnsafeGuaranteedRef { try invoke($0, Resolver(container)) }
        }
    }

    @inlinable @inline(__always)
    func invoke<Service>(_ registration: AnyRegistration, _ resolver: Resolver) throws -> Service {
        let registration = unsafeDowncast(registration, to: ArgumentRegistration<Service, repeat each Argument>.self)
        return try registration.factory(resolver, repeat each pack)
    }

    @usableFromInline
    func invokeAsync<Service>(_ registration: AnyRegistration, _ resolver: Resolver) async throws -> Service {
        let registration = unsafeDowncast(registration, to: ArgumentRegistration<Service, repeat each Argument>.self)
        return try await registration.asyncFactory.unsafelyUnwrapped.call(resolver, repeat each pack)
    }

    @usableFromInline var types: [any Any.Type] { Self.types }

    @usableFromInline var values: [Any] {
        var values: [Any] = []
        for value in repeat each pack { values.append(value) }
        return values
    }

    @usableFromInline var key: ArgumentsKey? {
        var key = ArgumentsKey()
        for value in repeat each pack {
            guard key.append(value) else { return nil }
        }
        return key
    }

    static var types: [any Any.Type] {
        var types: [any Any.Type] = []
        for type in repeat (each Argument).self { types.append(type) }
        return types
    }
}

/// The type whose identity stands for a service with arguments; never instantiated.
@usableFromInline
struct ArgumentSignature<Service, each Argument> {}
