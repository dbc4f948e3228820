/// A request for a key, with the container that answers it and the place in the source.
struct Request {
    /// The container that answers: the one that was asked, or that a ``Redirection`` of the thread names instead.
    let container: Container
    private(set) var type: any Any.Type
    var signature: Signature
    let name: ServiceName?
    var list: any ArgumentList.Type
    /// The address of the arguments, if there are any.
    var arguments: ArgumentAddress?
    /// The arguments of an asynchronous request, which outlive the call that has passed them.
    private(set) var box: ValueBox?
    let site: StaticCallSite
    /// Whether the service may be unknown, as for an `Optional`.
    var isOptional = false
    /// The place of the service, if it is a declared one.
    var declaration: DeclarationPlace?
}

extension Request {
    init<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        in container: Container,
        _ list: any ArgumentList.Type,
        site: StaticCallSite,
        isOptional: Bool = false
    ) {
        self.init(
            container: ThreadLocal.record.destination(of: container),
            type: type,
            signature: list.signature(of: type),
            name: name,
            list: list,
            site: site,
            isOptional: isOptional
        )
    }

    /// The request for another type, with the same name and arguments and in the same container.
    func request<Service>(for type: Service.Type, isOptional: Bool = false) -> Request {
        var request = self
        (request.type, request.signature, request.isOptional) = (type, list.signature(of: type), isOptional)
        return request
    }

    /// The request with arguments in a box, which it holds.
    func with(arguments box: ValueBox?) -> Request {
        var request = self
        (request.box, request.arguments) = (box, box.map { ArgumentAddress($0) })
        return request
    }

    /// The key that was asked for.
    var key: ServiceKey { ServiceKey(type, arguments: list.types, name: name, declaration: declaration) }

    /// The services from the outermost request to this one.
    var path: [ServiceKey] { Stack().path + [key] }

    var takesArguments: Bool { !list.isEmpty }
}

extension Request {
    /// The activation of the registration under exactly this key; `nil` if there is none.
    ///
    /// - Throws: `containerClosed` if the container, or the container that files the registration, was shut down.
    func activation() throws(ResolutionError) -> Activation? {
        container.prepareForUse()
        try requireOpen(container)
        guard let found = container.nearestEntry(signature: signature, name) else { return nil }
        try requireOpen(found.owner)
        return try activation(of: found)
    }

    /// The activation of a registration that was found.
    func activation(of found: Container.Found, declared: DeclaredParts? = nil) throws(ResolutionError) -> Activation {
        try Activation(of: found, asked: container, arguments: box, site: site, declared: declared)
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
            for entry in owner.ownEntries(of: type, named: name) {
                guard let converted = entry.arguments.convert(values, of: list.types) else { continue }
                accepting.append(((entry, owner), converted))
            }
        }
        guard accepting.count <= 1 else { throw Failure.ambiguous(self, accepting.map(\.found)) }
        if let owner = accepting.first?.found.owner { try requireOpen(owner) }
        return accepting.first
    }

    /// Fails if a container that the request needs was shut down.
    func requireOpen(_ needed: Container) throws(ResolutionError) {
        if needed.isClosed { throw reportClosed(needed) }
    }

    /// Reports that a container that the request needs was shut down.
    ///
    /// - Returns: The failure.
    func reportClosed(_ needed: Container) -> ResolutionError {
        reportMiss(Failure.closed(path: path, site: site), upTo: needed)
    }

    /// Reports the failure of the request, which gets no registration, and returns the failure.
    ///
    /// - Parameter owner: The last container that hears of it; the outermost one if `nil`, since all were searched.
    func reportMiss(_ failure: ResolutionError, upTo owner: Container? = nil) -> ResolutionError {
        for listener in container.listeners(upTo: owner) {
            listener.requestMissed(failure, of: key, in: container)
        }
        return failure
    }

    /// The registration and arguments of ``compatible()``; conformances of the main actor are looked up on the main
    /// actor.
    ///
    /// A request that no conformance could help does not go there: the main actor may be waiting for it.
    func compatibleAnywhere() async throws -> (found: Container.Found, arguments: ValueBox)? {
        if let compatible = try compatible() { return compatible }
        guard takesArguments, !MainActorCheck.isOnMainActor, mayBeCompatible else { return nil }
        return try await onMainActorForRequest { try self.compatible() }
    }

    /// Whether a registration of the type and name may accept the arguments by a conversion.
    ///
    /// One that takes exactly these types needs none: it was made after the search.
    private var mayBeCompatible: Bool {
        container.isRegistered(type, name: name) { $0.arguments != list && $0.arguments.mayAccept(list.types) }
    }
}

// MARK: - Without the types

/// A request for a registration that was found before, and whose types the caller does not know: that of a warm-up, a
/// validation, a shutdown, or an alias of a contribution.
struct ErasedRequest: Sendable {
    let found: Container.Found
    /// The container that is asked; its requests may be redirected to another one.
    let asked: Container
    var arguments: ValueBox?
    let site: StaticCallSite
    var declared: DeclaredParts?

    /// Builds the instance on the calling thread, or finds it.
    func build() throws(ResolutionError) {
        _ = try activation().instance(at: arguments.map { ArgumentAddress($0) })
    }

    /// The instance, whether it has to be awaited or not.
    func instance() async throws -> ValueBox {
        try await Resolution.withinOneRequest { try await instance(in: $0) }
    }

    /// The instance, whether it has to be awaited or not, for an outermost request.
    func instance(in resolution: Resolution) async throws -> ValueBox {
        try await activation().instance(in: resolution)
    }

    private func activation() throws(ResolutionError) -> Activation {
        try Activation(
            of: found,
            asked: ThreadLocal.record.destination(of: asked),
            arguments: arguments,
            site: site,
            declared: declared
        )
    }
}
