/// A request without arguments: its signature is the service's type itself.
///
/// ``ArgumentList`` says what proves the casts.
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
        _ registration: Borrowed<AnyRegistration>,
        in container: Container,
        on record: ThreadRecord.Pointer
    ) throws -> Service {
        record.enter(registration, in: container, arguments: nil)
        record.endReading()
        // Written out, though ``invoke(_:_:)`` says the same: one frame less on the stack of a debug build.
        return try registration.use {
            try unsafeDowncast($0, to: FactoryRegistration<Service>.self).factory(Resolver(container))
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
