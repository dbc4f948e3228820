/// The slow path of synchronous requests: the generic functions that pass a request to the part that is not generic,
/// and call the factory.
extension Container {
    /// The instance for a key that has no shortcut.
    ///
    /// The order is: the key itself, then a registration of the type that takes compatible arguments, then a
    /// ``DerivedService`` (`T?`, `Lazy`, `Provider`, arrays).
    @usableFromInline @inline(never)
    func resolveSlowly<Service, Arguments: ArgumentList>(
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let beginning = try begin(Service.self, name, arguments, site) else {
            return try requiredInstance(name, arguments, site)
        }
        return try beginning.instance(arguments)
    }

    /// The request for a registered key, which has begun; `nil` if there is none.
    ///
    /// Not inlined, so that the caller needs little stack.
    @inline(never)
    private func begin<Arguments: ArgumentList>(
        _ type: any Any.Type,
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Activation.Beginning? {
        let request = Request(type, name: name, in: self, Arguments.self, site: site)
        return try request.activation()?.begin(arguments)
    }

    /// The instance for a key that is not registered itself.
    @inline(never)
    private func requiredInstance<Service, Arguments: ArgumentList>(
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try arguments.withAddress { address throws(ResolutionError) in
            var request = Request(Service.self, name: name, in: self, Arguments.self, site: site)
            request.arguments = address
            guard let box = try boxIfDerivedOrCompatible(request, for: Service.self) else {
                throw request.reportMiss(Failure.unknown(request))
            }
            return box.value(as: Service.self)
        }
    }

    /// The instance for a key; `nil` if the key is unknown.
    func instanceIfKnown<Service, Arguments: ArgumentList>(
        _ request: Request,
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service? {
        if let activation = try request.activation() { return try activation.instance(arguments) as Service }
        return try arguments.withAddress { address throws(ResolutionError) in
            var request = request
            request.arguments = address
            return try boxIfDerivedOrCompatible(request, for: Service.self)?.value(as: Service.self)
        }
    }

    /// The instance for a key that is not registered itself, in a box; `nil` if the key is unknown.
    ///
    /// A `Service?` would be the simpler result. Its metadata would have to be looked up at each request.
    @inline(never)
    private func boxIfDerivedOrCompatible<Service>(
        _ request: Request,
        for type: Service.Type
    ) throws(ResolutionError) -> ValueBox? {
        guard request.takesArguments || request.list == NoArguments.self else {
            // An empty pack: the key of a registration without arguments is that of no arguments.
            var plain = request
            (plain.signature, plain.list) = (NoArguments.signature(of: type), NoArguments.self)
            let instance: Service? = try request.container.instanceIfKnown(plain, NoArguments())
            return instance.map { ValueBox($0) }
        }
        let derived = type as? any DerivedService.Type
        request.container.noteDerived(derived, for: request)
        guard let (found, box) = try request.compatible() else { return try derived?.box(for: request) }
        defer { withExtendedLifetime(box) {} }
        return try request.activation(of: found).instance(at: ArgumentAddress(box))
    }
}

extension Activation {
    /// The instance.
    ///
    /// - Precondition: `Service` and `Arguments` are the types of the registration.
    @_transparent
    func instance<Service, Arguments: ArgumentList>(_ arguments: Arguments) throws(ResolutionError) -> Service {
        try begin(arguments).instance(arguments)
    }

    @inline(never)
    fileprivate func begin(_ arguments: some ArgumentList) throws(ResolutionError) -> Beginning {
        try arguments.withAddress { address throws(ResolutionError) in try begin(at: address) }
    }

    /// Calls the factory in its frame, and completes and keeps the instance.
    @_transparent
    func instanceOfFactory<Service, Arguments: ArgumentList>(
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service {
        enterFrame()
        var instance: Service = try arguments.call(factory, resolver, on: ThreadLocal.record, fail: fail)
        try succeed(&instance, arguments)
        return instance
    }

    /// Not inlined, so that the caller, which stands on the stack while the factory runs, needs little of it.
    @inline(never)
    fileprivate func succeed<Service>(
        _ instance: inout Service,
        _ arguments: some ArgumentList
    ) throws(ResolutionError) {
        try arguments.withAddress { address throws(ResolutionError) in try succeed(&instance, at: address) }
    }
}

/// The twins of these functions for callers that do not know the types of the registration.
extension Activation {
    /// The instance for the arguments at an address.
    func instance(at arguments: ArgumentAddress?) throws(ResolutionError) -> ValueBox {
        switch try begin(at: arguments) {
        case .ready(let box): box
        case .call(let activation): try activation.instanceOfFactory(at: arguments)
        }
    }

    func instanceOfFactory(at arguments: ArgumentAddress?) throws(ResolutionError) -> ValueBox {
        // A call with a type that is known only at run time makes it the type parameter.
        func call<Service>(_: Service.Type) throws(ResolutionError) -> ValueBox {
            func call<List: ArgumentList>(_: List.Type) throws(ResolutionError) -> Service {
                try instanceOfFactory(List(at: arguments))
            }
            let list: any ArgumentList.Type = target.entry.arguments
            return ValueBox(try call(list))
        }
        return try _openExistential(target.entry.type, do: call)
    }
}

extension Activation.Beginning {
    @_transparent
    fileprivate func instance<Service, Arguments: ArgumentList>(
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service {
        switch self {
        case .ready(let box): box.value(as: Service.self)
        case .call(let activation): try activation.instanceOfFactory(arguments)
        }
    }
}

// MARK: - Waiting

extension WaitGraph {
    /// Waits for the build of another request, and blocks the calling thread.
    ///
    /// - Returns: The instance; `nil` if the build has failed, or had ended before.
    /// - Throws: `circularDependency` if the wait closes a circle.
    static func blockingInstance(
        of build: Build,
        path: [ServiceKey],
        site: StaticCallSite
    ) throws(ResolutionError) -> ValueBox? {
        let waiter = Waiter.current
        let outcome = blockingWait(for: build, by: waiter, path: path)
        return try instance(after: outcome, of: build, for: waiter, path, site)
    }

    /// The instance of a build that a request may not wait for, if the wait would close a circle; `nil` if it would
    /// close none.
    ///
    /// - Throws: `circularDependency` if there is a circle, and the instance is not built.
    static func instanceInCircle(
        of build: Build,
        path: [ServiceKey],
        site: StaticCallSite
    ) throws(ResolutionError) -> ValueBox? {
        let waiter = Waiter.current
        guard let outcome = circle(closedByWaitingFor: build, by: waiter, path: path) else { return nil }
        return try instance(after: outcome, of: build, for: waiter, path, site)
    }

    private static func instance(
        after outcome: Outcome,
        of build: Build,
        for waiter: Waiter,
        _ path: [ServiceKey],
        _ site: StaticCallSite
    ) throws(ResolutionError) -> ValueBox? {
        switch outcome {
        case .instance(let box): return box
        case .unfinished(let box):
            notePrerequisite(build, of: waiter)
            return box
        case .failed, .missed: return nil
        case .circular(let around): throw Failure.circular(path: path + around, site: site)
        }
    }
}
