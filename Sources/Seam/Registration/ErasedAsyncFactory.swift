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

    /// Calls the factory with the arguments in a box, which go to its actor: the request waits, and does not use them
    /// meanwhile.
    @inline(__always)
    func call(_ resolver: Resolver, _ box: ValueBox) async throws -> sending Service {
        try await ThreadLocal.record.supervisor?.awaitActor(of: function.isolation)
        return try await function(
            resolver,
            repeat each ArgumentPack<repeat each Argument>.tuple(at: ArgumentAddress(box))
        )
    }

    private struct Unsent {
        let call: @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service
    }
}

// MARK: - Calling with the arguments of a request

extension NoArguments {
    @usableFromInline
    static func callAsync<Service>(
        _ factory: ErasedAsyncFactory,
        _ resolver: Resolver,
        _ box: ValueBox
    ) async throws -> Service {
        try await factory.call(resolver)
    }
}

extension ArgumentPack {
    @usableFromInline
    static func callAsync<Service>(
        _ factory: ErasedAsyncFactory,
        _ resolver: Resolver,
        _ box: ValueBox
    ) async throws -> Service {
        let typed = factory.closure.typed(as: AsyncArgumentFactory<Service, repeat each Argument>.self)
        return try await typed.call(resolver, box)
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
        guard let box else { return try await call(resolver) }
        return try await list.callAsync(self, resolver, box)
    }

    /// Calls the factory without arguments.
    @inline(__always)
    func call<Service>(_ resolver: Resolver) async throws -> Service {
        guard takesResolver else { return try await closure.typed(as: PlainAsyncFactory<Service>.self).call() }
        return try await closure.typed(as: ResolvingAsyncFactory<Service>.self).call(resolver)
    }
}
