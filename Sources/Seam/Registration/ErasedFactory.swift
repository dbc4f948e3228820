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

/// A user's async factory without its types; one without a resolver has no parameters at all.
@usableFromInline
struct ErasedAsyncFactory: Sendable {
    let closure: ErasedClosure
    let takesResolver: Bool

    init<Service>(_ factory: PlainAsyncFactory<Service>) {
        (closure, takesResolver) = (ErasedClosure(factory), false)
    }

    init<Service>(_ factory: ResolvingAsyncFactory<Service>) {
        (closure, takesResolver) = (ErasedClosure(factory), true)
    }

    init<Service, each Argument>(_ factory: AsyncArgumentFactory<Service, repeat each Argument>) {
        (closure, takesResolver) = (ErasedClosure(factory), true)
    }
}

// The structures of async factories. A factory runs on its own actor, or on none, and its instance leaves that actor
// for the request. The result is `sending`, so the service need not be `Sendable`. The user's factory does not promise
// to return a `sending` value: the compiler does not check whether an actor keeps what it returns. `sending` is a part
// of a function's type and not of its representation. So each cast below is between two structures of one closure, with
// one layout, whose closures are called in the same way.

/// An async factory without parameters.
struct PlainAsyncFactory<Service> {
    private let function: @isolated(any) @Sendable () async throws -> sending Service

    init(_ factory: @escaping @isolated(any) @Sendable () async throws -> Service) {
        self = unsafe unsafeBitCast(Unsent(call: factory), to: Self.self)
    }

    // Inlined: an async call costs nearly as much as making an object.
    @inline(__always)
    func call() async throws -> sending Service {
        try await ThreadLocal.record.supervisor?.awaitActor(of: function.isolation)
        return try await function()
    }

    private struct Unsent {
        let call: @isolated(any) @Sendable () async throws -> Service
    }
}

/// An async factory of a registration without arguments.
struct ResolvingAsyncFactory<Service> {
    private let function: @isolated(any) @Sendable (Resolver) async throws -> sending Service

    init(_ factory: @escaping @isolated(any) @Sendable (Resolver) async throws -> Service) {
        self = unsafe unsafeBitCast(Unsent(call: factory), to: Self.self)
    }

    @inline(__always)
    func call(_ resolver: Resolver) async throws -> sending Service {
        try await ThreadLocal.record.supervisor?.awaitActor(of: function.isolation)
        return try await function(resolver)
    }

    private struct Unsent {
        let call: @isolated(any) @Sendable (Resolver) async throws -> Service
    }
}

/// An async factory of a registration with arguments, or of a declaration.
struct AsyncArgumentFactory<Service, each Argument> {
    private let function: @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> sending Service

    init(_ factory: @escaping @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service) {
        self = unsafe unsafeBitCast(Unsent(call: factory), to: Self.self)
    }

    /// Calls the factory with arguments that go to its actor: the request waits, and does not use them meanwhile.
    @concurrent
    func call(
        _ resolver: Resolver,
        _ arguments: UncheckedSendable<ArgumentPack<repeat each Argument>>
    ) async throws -> sending Service {
        try await ThreadLocal.record.supervisor?.awaitActor(of: function.isolation)
        return try await function(resolver, repeat each arguments.value.pack)
    }

    private struct Unsent {
        let call: @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service
    }
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

    // Inlined: an async call costs nearly as much as making an object.
    @usableFromInline @inline(__always)
    func callAsync<Service>(_ factory: ErasedAsyncFactory, _ resolver: Resolver) async throws -> Service {
        guard factory.takesResolver else {
            return try await factory.closure.typed(as: PlainAsyncFactory<Service>.self).call()
        }
        return try await factory.closure.typed(as: ResolvingAsyncFactory<Service>.self).call(resolver)
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

    @usableFromInline
    func callAsync<Service>(_ factory: ErasedAsyncFactory, _ resolver: Resolver) async throws -> Service {
        let typed = factory.closure.typed(as: AsyncArgumentFactory<Service, repeat each Argument>.self)
        return try await typed.call(resolver, UncheckedSendable(value: self))
    }
}

extension ErasedAsyncFactory {
    /// Calls the factory with the arguments in a box, if there are any.
    // Inlined: an async call costs nearly as much as making an object.
    @inline(__always)
    func call<Service>(
        _ resolver: Resolver,
        _ list: any ArgumentList.Type,
        _ box: ValueBox?
    ) async throws -> Service {
        guard let box else { return try await NoArguments().callAsync(self, resolver) }
        func call<List: ArgumentList>(_: List.Type) async throws -> Service {
            try await List(at: ArgumentAddress(box)).callAsync(self, resolver)
        }
        return try await call(list)
    }
}
