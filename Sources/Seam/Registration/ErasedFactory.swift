/// A user's factory without its types, with or without a resolver as its first parameter.
///
/// The closure is the user's own, without another one around it. It is called with the types that the key of its
/// registration proves; see ``ErasedClosure``.
@usableFromInline
struct ErasedFactory: Sendable {
    @usableFromInline let closure: ErasedClosure
    @usableFromInline let takesResolver: Bool

    @_transparent @usableFromInline
    init<Service>(_ factory: @escaping @Sendable (Resolver) throws -> Service) {
        closure = ErasedClosure(ResolvingFactory(call: factory))
        takesResolver = true
    }

    @_transparent @usableFromInline
    init<Service>(plain factory: @escaping @Sendable () throws -> Service) {
        closure = ErasedClosure(PlainFactory(call: factory))
        takesResolver = false
    }

    /// A factory with arguments.
    init<Service, each Argument>(
        withArguments factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        closure = ErasedClosure(ArgumentFactory(call: factory))
        takesResolver = true
    }

    /// A factory with arguments, and without a resolver.
    @_transparent @usableFromInline
    init<Service, each Argument>(
        plainWithArguments factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) {
        closure = ErasedClosure(PlainArgumentFactory(call: factory))
        takesResolver = false
    }

    /// The factory of an entry that has none to be called synchronously: an async one, or one for a declared service,
    /// whose requests bring the closure.
    static let placeholder = ErasedFactory(plain: { fatalError("The entry has no synchronous factory.") })

    /// The factory without a reference of its own: the registration keeps it alive.
    @inlinable @inline(__always)
    var borrowed: BorrowedFactory { BorrowedFactory(closure: BorrowedClosure(closure), takesResolver: takesResolver) }
}

/// A factory that its registration keeps alive while it is called.
@usableFromInline
struct BorrowedFactory {
    @usableFromInline let closure: BorrowedClosure
    @usableFromInline let takesResolver: Bool

    @inlinable @inline(__always)
    init(closure: BorrowedClosure, takesResolver: Bool) {
        self.closure = closure
        self.takesResolver = takesResolver
    }

    // Not by `BorrowedClosure.use`: in a debug build, its frames would stand on the stack between two factories.

    /// Calls a factory without arguments.
    @_transparent @usableFromInline
    func call<Service>(_ resolver: Resolver) throws -> Service {
        // Decided once: if the `defer` block came to another answer, a reference would be lost or released twice.
        let isMoved = _isConcrete(Service.self)
        var closure = closure
        guard takesResolver else {
            let factory: PlainFactory<Service> = closure.take(isMoved: isMoved)
            defer { closure.putBack(factory, isMoved: isMoved) }
            return try factory.callInPlace()
        }
        let factory: ResolvingFactory<Service> = closure.take(isMoved: isMoved)
        defer { closure.putBack(factory, isMoved: isMoved) }
        return try factory.callInPlace(resolver)
    }

    /// Calls a factory with arguments.
    @_transparent @usableFromInline
    func call<Service, each Argument>(_ resolver: Resolver, _ arguments: repeat each Argument) throws -> Service {
        // Decided once: if the `defer` block came to another answer, a reference would be lost or released twice.
        let isMoved = _isConcrete(Service.self)
        var closure = closure
        guard takesResolver else {
            let factory: PlainArgumentFactory<Service, repeat each Argument> = closure.take(isMoved: isMoved)
            defer { closure.putBack(factory, isMoved: isMoved) }
            return try factory.callInPlace(repeat each arguments)
        }
        let factory: ArgumentFactory<Service, repeat each Argument> = closure.take(isMoved: isMoved)
        defer { closure.putBack(factory, isMoved: isMoved) }
        return try factory.callInPlace(resolver, repeat each arguments)
    }
}

extension Borrowed<RegistryEntry> {
    /// The factory of the registration.
    ///
    /// Not transparent: in a debug build, the look at the entry takes no stack of the request that calls the factory.
    @inlinable @inline(__always)
    var factory: BorrowedFactory { use { $0.factory.borrowed } }
}

// The structures of the four kinds. Each is called in place: a borrowed structure is not copied for a call, so no
// reference to the closure's context is counted.

@usableFromInline
struct PlainFactory<Service> {
    @usableFromInline let call: @Sendable () throws -> Service

    @_transparent @usableFromInline
    init(call: @escaping @Sendable () throws -> Service) { self.call = call }

    @_transparent @usableFromInline
    borrowing func callInPlace() throws -> Service { try call() }
}

@usableFromInline
struct ResolvingFactory<Service> {
    @usableFromInline let call: @Sendable (Resolver) throws -> Service

    @_transparent @usableFromInline
    init(call: @escaping @Sendable (Resolver) throws -> Service) { self.call = call }

    @_transparent @usableFromInline
    borrowing func callInPlace(_ resolver: Resolver) throws -> Service { try call(resolver) }
}

@usableFromInline
struct ArgumentFactory<Service, each Argument> {
    @usableFromInline let call: @Sendable (Resolver, repeat each Argument) throws -> Service

    @_transparent @usableFromInline
    borrowing func callInPlace(_ resolver: Resolver, _ argument: repeat each Argument) throws -> Service {
        try call(resolver, repeat each argument)
    }
}

@usableFromInline
struct PlainArgumentFactory<Service, each Argument> {
    @usableFromInline let call: @Sendable (repeat each Argument) throws -> Service

    @_transparent @usableFromInline
    init(call: @escaping @Sendable (repeat each Argument) throws -> Service) { self.call = call }

    @_transparent @usableFromInline
    borrowing func callInPlace(_ argument: repeat each Argument) throws -> Service { try call(repeat each argument) }
}

// MARK: - Calling with the arguments of a request

extension NoArguments {
    @inlinable @inline(__always)
    func call<Service>(
        _ factory: BorrowedFactory,
        _ resolver: Resolver,
        on record: ThreadRecord,
        fail: (any Error) -> ResolutionError
    ) throws(ResolutionError) -> Service {
        do {
            return try factory.call(resolver)
        } catch {
            throw fail(error)
        }
    }
}

extension ArgumentPack {
    @inlinable @inline(__always)
    func call<Service>(
        _ factory: BorrowedFactory,
        _ resolver: Resolver,
        on record: ThreadRecord,
        fail: (any Error) -> ResolutionError
    ) throws(ResolutionError) -> Service {
        let hasSize = Self.hasSize
        return try unsafe withUnsafePointer(to: self) { pointer throws(ResolutionError) in
            record.top.setArguments(at: unsafe ArgumentAddress(UnsafeRawPointer(pointer), hasSize: hasSize))
            do {
                return try factory.call(resolver, repeat each pack)
            } catch {
                throw fail(error)
            }
        }
    }
}
