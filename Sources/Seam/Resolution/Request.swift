/// A request for a key, with the container that answers it and the place in the source.
struct Request {
    /// The container that answers: the one that was asked, or that a ``Redirection`` of the thread names instead.
    let container: Container
    let type: any Any.Type
    let signature: Signature
    let name: ServiceName?
    let list: any ArgumentList.Type
    /// The address of the arguments, if there are any.
    var arguments: ArgumentAddress?
    let site: StaticCallSite
    /// Whether the service may be unknown, as for an `Optional`.
    var isOptional = false
}

extension Request {
    init<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        in container: Container,
        _ list: any ArgumentList.Type,
        at arguments: ArgumentAddress? = nil,
        site: StaticCallSite,
        isOptional: Bool = false
    ) {
        self.init(
            type: type,
            signature: list.signature(of: type),
            name: name,
            in: container,
            list: list,
            at: arguments,
            site: site
        )
        self.isOptional = isOptional
    }

    init(
        type: any Any.Type,
        signature: Signature,
        name: ServiceName?,
        in container: Container,
        list: any ArgumentList.Type,
        at arguments: ArgumentAddress? = nil,
        site: StaticCallSite
    ) {
        self.init(
            container: ThreadLocal.record.destination(of: container),
            type: type,
            signature: signature,
            name: name,
            list: list,
            arguments: arguments,
            site: site
        )
    }

    /// The request for another type with the same name and arguments.
    func request<Service>(for type: Service.Type, isOptional: Bool = false) -> Request {
        Request(type, name: name, in: container, list, at: arguments, site: site, isOptional: isOptional)
    }

    /// The request for the type with the same name, and without arguments.
    func withoutArguments<Service>(for type: Service.Type) -> Request {
        Request(type, name: name, in: container, NoArguments.self, site: site, isOptional: isOptional)
    }

    /// The key that was asked for.
    var key: ServiceKey { ServiceKey(type, arguments: list.types, name: name) }

    var takesArguments: Bool { !list.isEmpty }
}

extension Request {
    /// The activation of the registration under exactly this key; `nil` if there is none.
    ///
    /// - Throws: `containerClosed` if the container, or the container that files the registration, was shut down.
    func activation() throws(ResolutionError) -> Activation? {
        container.prepareForUse()
        guard !container.isClosed else { throw closedFailure() }
        guard let found = container.nearestEntry(signature: signature, name: name) else { return nil }
        guard !found.owner.isClosed else { throw closedFailure() }
        return try activation(of: found)
    }

    /// The activation of a registration that was found.
    func activation(of found: Container.Found, declared: DeclaredParts? = nil) throws(ResolutionError) -> Activation {
        try Activation(of: found, asked: container, arguments: arguments, site: site, declared: declared)
    }

    /// The one registration whose parameter types accept the arguments, and the arguments as these types.
    ///
    /// - Throws: `argumentMismatch` if several registrations accept them; `containerClosed` if the container that files
    ///   the registration was shut down.
    func compatible() throws(ResolutionError) -> (found: Container.Found, arguments: ValueBox)? {
        guard let arguments, takesArguments else { return nil }
        let values = list.values(at: arguments)
        var accepting: [(found: Container.Found, arguments: ValueBox)] = []
        for owner in container.chain where accepting.isEmpty {
            for entry in owner.ownEntries(of: type, named: name) where entry.kind != .contribution {
                guard let converted = entry.arguments.convert(values, of: list.types) else { continue }
                accepting.append(((entry, owner), converted))
            }
        }
        guard accepting.count <= 1 else { throw Failure.ambiguous(self, accepting.map(\.found)) }
        if let owner = accepting.first?.found.owner, owner.isClosed { throw closedFailure() }
        return accepting.first
    }

    /// The failure of a request to a closed container; reports it.
    ///
    /// - Parameter declared: The key of a declared service, which the request does not have.
    func closedFailure(of declared: ServiceKey? = nil) -> ResolutionError {
        let key = declared ?? key
        return container.reported(Failure.closed(path: Stack().path + [key], site: site), of: key)
    }

    /// The registration and arguments of ``compatible()``; conformances of the main actor are looked up on the main
    /// actor.
    func compatibleAnywhere() async throws -> (found: Container.Found, arguments: ValueBox)? {
        if let compatible = try compatible() { return compatible }
        guard takesArguments, !MainActorCheck.isOnMainActor else { return nil }
        return try await onMainActor { try self.compatible() }
    }
}

// MARK: - The edge

/// The edge: the generic functions that pass a request to the part that is not generic, and call the factory.
extension Container {
    /// The instance for a key that has no shortcut.
    ///
    /// The order is: the key itself, then a ``DerivedService`` (`T?`, `Lazy`, `Provider`, arrays), then a registration
    /// that takes compatible arguments.
    @usableFromInline @inline(never)
    func resolveSlowly<Service, Arguments: ArgumentList>(
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let activation = try begin(Service.self, name, arguments, site) else {
            return try requiredInstance(name, arguments, site)
        }
        return try activation.instanceAfterBeginning(arguments)
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
    ) throws(ResolutionError) -> Activation? {
        let signature = Arguments.signature(of: type)
        let list = Arguments.self
        let request = Request(type: type, signature: signature, name: name, in: self, list: list, site: site)
        return try request.activation()?.begin(arguments)
    }

    /// The instance for a key that is not registered itself.
    @inline(never)
    private func requiredInstance<Service, Arguments: ArgumentList>(
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let (signature, list) = (Arguments.signature(of: Service.self), Arguments.self)
        let request = Request(type: Service.self, signature: signature, name: name, in: self, list: list, site: site)
        guard let box = try boxOfOtherKey(request, for: Service.self, arguments) else {
            throw reported(try unknown(request, arguments), of: request.key)
        }
        return box.value(as: Service.self)
    }

    private func unknown(_ request: Request, _ arguments: some ArgumentList) throws(ResolutionError) -> ResolutionError
    {
        try arguments.withAddress { address in
            var request = request
            request.arguments = address
            return Failure.unknown(request)
        }
    }

    /// Reports a request that has found no registration.
    func reported(_ failure: ResolutionError, of key: ServiceKey) -> ResolutionError {
        for listener in listeners { listener.requestMissed(failure, of: key, in: self) }
        return failure
    }

    /// The instance for a key; `nil` if the key is unknown.
    func instanceIfKnown<Service, Arguments: ArgumentList>(
        _ request: Request,
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service? {
        guard let activation = try request.activation() else {
            return try boxOfOtherKey(request, for: Service.self, arguments)?.value(as: Service.self)
        }
        return try activation.instance(arguments) as Service
    }

    /// The instance for a key that is not registered itself, in a box; `nil` if the key is unknown.
    ///
    /// A `Service?` would be the simpler result. Its metadata would have to be looked up at each request.
    @inline(never)
    private func boxOfOtherKey<Service, Arguments: ArgumentList>(
        _ request: Request,
        for type: Service.Type,
        _ arguments: Arguments
    ) throws(ResolutionError) -> ValueBox? {
        guard !Arguments.isEmpty || Arguments.self == NoArguments.self else {
            // An empty pack: the key of a registration without arguments is that of no arguments.
            let plain = request.withoutArguments(for: type)
            let instance: Service? = try request.container.instanceIfKnown(plain, NoArguments())
            return instance.map { ValueBox($0) }
        }
        return try arguments.withAddress { address throws(ResolutionError) in
            var request = request
            request.arguments = address
            let derived = type as? any DerivedService.Type
            request.container.noteDerived(derived, for: request)
            if let box = try derived?.box(for: request) { return box }
            guard let (found, box) = try request.compatible() else { return nil }
            func call<List: ArgumentList>(_: List.Type) throws(ResolutionError) -> ValueBox {
                let activation = try request.activation(of: found)
                return ValueBox(try activation.instance(List(at: ArgumentAddress(box))) as Service)
            }
            let list: any ArgumentList.Type = found.entry.arguments
            return try call(list)
        }
    }

    /// The instance of a registration without arguments that was not found by its key.
    @inlinable
    func instance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let lookup = lookUp(found)
        switch lookup.shortcut {
        case .ready(let word):
            defer { lookup.record.endReading() }
            return copyOfBoxedValue(at: word, as: Service.self)
        case .call(let entry):
            return try calledInstance(entry.use { $0.factory.borrowed }, lookup.record, NoArguments(), site)
        case .compound(.complete(let entry)):
            return try completedInstance(entry, lookup.record, NoArguments(), site)
        case .compound:
            lookup.record.endReading()
        case nil:
            break
        }
        return try slowInstance(of: type, found: found, site: site)
    }

    /// The instance of such a registration, if it has no shortcut.
    @usableFromInline @inline(never)
    func slowInstance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let request = Request(type, name: found.entry.name, in: self, NoArguments.self, site: site)
        return try request.activation(of: found).instance(NoArguments())
    }
}

extension Activation {
    /// The instance.
    ///
    /// - Precondition: `Service` and `Arguments` are the types of the registration.
    @_transparent
    func instance<Service, Arguments: ArgumentList>(_ arguments: Arguments) throws(ResolutionError) -> Service {
        try begin(arguments).instanceAfterBeginning(arguments)
    }

    @inline(never)
    fileprivate func begin(_ arguments: some ArgumentList) throws(ResolutionError) -> Activation {
        try arguments.withAddress { address throws(ResolutionError) in try begin(at: address) }
    }

    /// The instance of a request that has begun.
    @_transparent
    fileprivate func instanceAfterBeginning<Service, Arguments: ArgumentList>(
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service {
        if let ready {
            try end()
            return ready.value(as: Service.self)
        }
        enterFrame()
        var instance: Service = try arguments.call(factory, resolver, on: ThreadLocal.record, fail: fail)
        try arguments.withAddress { address throws(ResolutionError) in try succeed(&instance, at: address) }
        return instance
    }
}
