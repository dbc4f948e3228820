/// A request with arguments.
///
/// Its signature is a type of its own for each service and list of argument types, so that one argument that is a tuple
/// differs from two arguments.
///
/// ``ArgumentList`` says what proves the casts.
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
        _ registration: Borrowed<AnyRegistration>,
        in container: Container,
        on record: ThreadRecord.Pointer
    ) throws -> Service {
        try withUnsafePointer(to: self) { address in
            record.enter(registration, in: container, arguments: UnsafeRawPointer(address))
            record.endReading()
            return try registration.use { try invoke($0, Resolver(container)) }
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
