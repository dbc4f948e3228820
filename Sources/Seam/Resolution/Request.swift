/// A request as it was written: the key, the container that was asked, and the place in the source.
@usableFromInline
struct Request {
    let container: Container
    let type: any Any.Type
    let signature: UInt
    let name: ServiceName?
    let list: any ArgumentList.Type
    /// Where the arguments stand, if there are any.
    var arguments: ArgumentAddress?
    let site: StaticCallSite
    /// Whether the service may be unknown, as that of an `Optional` may.
    var isOptional = false

    @usableFromInline
    init<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        in container: Container,
        _ list: any ArgumentList.Type,
        at arguments: ArgumentAddress? = nil,
        site: StaticCallSite,
        isOptional: Bool = false
    ) {
        self.container = container
        self.type = type
        signature = list.signature(of: type)
        self.name = name
        self.list = list
        self.arguments = arguments
        self.site = site
        self.isOptional = isOptional
    }

    /// The request for another type with the same name and arguments.
    func request<Service>(for type: Service.Type, isOptional: Bool = false) -> Request {
        Request(type, name: name, in: container, list, at: arguments, site: site, isOptional: isOptional)
    }

    /// The key that was asked for.
    var key: ServiceKey { ServiceKey(type, arguments: list.types, name: name) }

    var takesArguments: Bool { !list.types.isEmpty }
}

extension Request {
    /// The registration of exactly this key.
    ///
    /// - Throws: `containerClosed` if the container was shut down, or the one that the registration stands in.
    func found() throws(ResolutionError) -> Container.Found? {
        container.prepareForUse()
        guard !container.isClosed else { throw Failure.closed(self) }
        guard let found = container.nearestEntry(signature: signature, name: name) else { return nil }
        guard !found.owner.isClosed else { throw Failure.closed(self) }
        return found
    }

    /// The one registration whose parameter types accept the given values, with the values as these types.
    func compatible() throws(ResolutionError) -> (found: Container.Found, arguments: ValueBox)? {
        guard let arguments, takesArguments else { return nil }
        let values = list.values(at: arguments)
        var accepting: [(found: Container.Found, arguments: ValueBox)] = []
        for owner in container.chain where accepting.isEmpty {
            for entry in owner.ownEntries(of: type) where entry.name == name && entry.kind != .contribution {
                guard let converted = entry.arguments.convert(values, of: list.types) else { continue }
                accepting.append(((entry, owner), converted))
            }
        }
        guard accepting.count <= 1 else { throw Failure.ambiguous(self, accepting.map(\.found)) }
        return accepting.first
    }
}

// MARK: - The edge

/// The public functions know the types; here they hand a request to the part that does not, and call the factory.
extension Container {
    /// The instance for a key that needs more than a look into the tables.
    @usableFromInline @inline(never)
    func resolveSlowly<Service, Arguments: ArgumentList>(
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try arguments.withAddress { address throws(ResolutionError) in
            let request = Request(Service.self, name: name, in: self, Arguments.self, at: address, site: site)
            if let instance: Service = try instanceIfKnown(request, arguments) { return instance }
            throw Failure.unknown(request)
        }
    }

    /// The instance for a key, or `nil` if nothing is registered that could answer it.
    ///
    /// Tried in this order: the key itself, a type that stands for others (`T?`, `Lazy`, `Provider`, arrays), and a
    /// registration that takes compatible arguments.
    func instanceIfKnown<Service, Arguments: ArgumentList>(
        _ request: Request,
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service? {
        if let found = try request.found() {
            var activation = try Activation(of: request, found: found)
            return try instance(of: &activation, arguments)
        }
        return try instanceOfOtherKey(request)
    }

    /// The instance of a service without a registration under exactly its key.
    @inline(never)
    private func instanceOfOtherKey<Service>(_ request: Request) throws(ResolutionError) -> Service? {
        if let derived = Service.self as? any DerivedService.Type {
            if let box = try derived.derive(request) { return box.value(as: Service.self) }
        } else if !request.takesArguments, request.name == nil {
            markAbsent(request.signature)
        }
        guard let (found, box) = try request.compatible() else { return nil }
        var compatible = request
        compatible.arguments = ArgumentAddress(box)
        var activation = try Activation(of: compatible, found: found)
        func call<List: ArgumentList>(_: List.Type) throws(ResolutionError) -> Service {
            try instance(of: &activation, List(at: activation.arguments))
        }
        let list: any ArgumentList.Type = found.entry.arguments
        defer { withExtendedLifetime(box) {} }
        return try call(list)
    }

    /// The instance of a registration without arguments that was found by other means than its key.
    func instance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let request = Request(type, name: found.entry.name, in: self, NoArguments.self, site: site)
        var activation = try Activation(of: request, found: found)
        return try instance(of: &activation, NoArguments())
    }

    /// The instance of an activation; the types are those that its registration was found by.
    func instance<Service, Arguments: ArgumentList>(
        of activation: inout Activation,
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service {
        if let box = try activation.begin() {
            try activation.end()
            return box.value(as: Service.self)
        }
        var instance: Service
        do {
            instance = try arguments.call(activation.factory, activation.resolver)
        } catch {
            throw activation.fail(error)
        }
        try activation.succeed(&instance)
        return instance
    }
}
