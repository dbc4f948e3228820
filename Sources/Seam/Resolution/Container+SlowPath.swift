/// What a request does when its key is not simply there and ready.
extension Container {
    /// The instance for a key that needs more than a look into the tables.
    @usableFromInline @inline(never)
    func resolveSlowly<Service, Arguments: ArgumentList>(
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let asked = UnresolvedRequest(container: self, name: name, arguments: arguments, site: site)
        if let instance: Service = try instanceIfKnown(asked) { return instance }
        throw Failure.unknown(asked, type: Service.self)
    }

    /// The instance for a key, or `nil` where nothing is registered that could answer it.
    ///
    /// Tried in this order: the key itself, a type that stands for others (`T?`, `Lazy`, `Provider`, arrays), and a
    /// registration that takes compatible arguments.
    @usableFromInline @inline(never)
    func instanceIfKnown<Service, Arguments: ArgumentList>(
        _ asked: UnresolvedRequest<Arguments>
    ) throws(ResolutionError) -> Service? {
        try checkOpen(asked, type: Service.self)
        let signature = asked.arguments.signature(of: Service.self)
        if let found = nearestRegistration(signature: signature, name: asked.name) {
            guard !found.owner.isClosed else { throw Failure.closed(asked, type: Service.self) }
            return try request(Service.self, found, arguments: asked.arguments, site: asked.site).fulfil()
        }
        if let derived = Service.self as? any DerivedService.Type {
            func derive<Derived: DerivedService>(_ type: Derived.Type) throws(ResolutionError) -> Service? {
                guard let instance = try type.derive(asked) else { return nil }
                // `Derived` is `Service`, opened.
                return instance as? Service
            }
            if let instance = try derive(derived) { return instance }
        } else if asked.arguments is NoArguments, asked.name == nil {
            markAbsent(signature)
        }
        guard let (found, arguments) = try compatible(asked, type: Service.self) else { return nil }
        func fulfil(_ arguments: some ArgumentList) throws(ResolutionError) -> Service {
            try request(Service.self, found, arguments: arguments, site: asked.site).fulfil()
        }
        return try fulfil(arguments)
    }

    /// A request for what was found.
    ///
    /// The signature that led to the registration proves the type of its service.
    func request<Service, Arguments: ArgumentList>(
        _ type: Service.Type,
        _ found: Found,
        arguments: Arguments,
        site: StaticCallSite
    ) -> Request<Service, Arguments> {
        Request(
            registration: found.registration,
            owner: found.owner,
            askedContainer: self,
            arguments: arguments,
            site: site
        )
    }

    func checkOpen<Arguments: ArgumentList>(
        _ asked: UnresolvedRequest<Arguments>,
        type: any Any.Type
    ) throws(ResolutionError) {
        prepareForUse()
        guard isClosed else { return }
        throw Failure.closed(asked, type: type)
    }

    /// Whether the container was shut down.
    var isClosed: Bool { table.isHidden && state.withLock { $0.isClosed } }
}
