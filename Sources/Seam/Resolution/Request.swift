/// A request for a registration that was found: what happens from there to the instance.
struct Request<Service, Arguments: ArgumentList> {
    /// The registration; its service is `Service`.
    let registration: AnyRegistration
    /// The container that the registration was found in.
    let owner: Container
    /// The container that was asked.
    let askedContainer: Container
    let arguments: Arguments
    let site: StaticCallSite
    /// What calls the factory, where that is not the registration's own.
    let make: ((Resolver) throws -> Service)?
    /// How the instance is kept: as the scope says, unless its arguments cannot be compared.
    ///
    /// Read once, since the scope may be changed while the request is under way.
    let lifetime: Scope.Lifetime
    /// The state of the registration that the lifetime belongs to.
    let revision: UInt32

    init(
        registration: AnyRegistration,
        owner: Container,
        askedContainer: Container,
        arguments: Arguments,
        site: StaticCallSite,
        make: ((Resolver) throws -> Service)? = nil,
        isFiled: Bool = true
    ) {
        self.registration = registration
        self.owner = owner
        self.askedContainer = askedContainer
        self.arguments = arguments
        self.site = site
        self.make = make
        revision = registration.revision
        let lifetime = registration.lifetime(in: owner)
        let isShareable = lifetime.isUnique || arguments.key != nil
        self.lifetime = isShareable && (isFiled || !lifetime.outlivesRequests) ? lifetime : .unique
    }

    /// The same request, where the registration was changed or taken away after this one had looked at it.
    ///
    /// What was taken away, or was closed, keeps nothing any more: its instance goes to whoever asked.
    func renewed() -> Request {
        func again(isFiled: Bool) -> Request {
            Request(
                registration: registration,
                owner: owner,
                askedContainer: askedContainer,
                arguments: arguments,
                site: site,
                make: make,
                isFiled: isFiled
            )
        }
        // In this order: what changes after the look at the owner outdates the request.
        let renewed = again(isFiled: true)
        return owner.holds(registration) && renewed.mayKeep ? renewed : again(isFiled: false)
    }

    /// The container that keeps the instance, or whose registrations it is built with.
    var keeper: Container {
        switch lifetime {
        case .unique, .graph, .container: askedContainer
        case .kept, .expiring, .shared, .stored: owner
        }
    }

    /// Whether an instance that is built may be kept: a closed container takes none, apart from the values it has.
    private var mayKeep: Bool {
        !lifetime.outlivesRequests || registration.kind == .value || !keeper.isClosed
    }

    /// Whether the request may build: the registration is as it was when it looked, and its container still open.
    var isCurrent: Bool { revision == registration.revision && mayKeep }

    /// The instance, whether it is there or has to be built.
    func fulfil() throws(ResolutionError) -> Service {
        let situation = Situation()
        return try situation.record.withinOneRequest { () throws(ResolutionError) in try perform(situation) }
    }

    func perform(_ situation: Situation) throws(ResolutionError) -> Service {
        switch lifetime {
        case .unique:
            let instance = try construct(in: askedContainer, for: situation.dependent)
            addHooks(for: instance, to: situation.session, path: situation.path + [registration.key])
            return instance
        case .graph:
            if let instance = shelvedInstance(on: situation.record) { return instance }
            return try kept(in: keeper, situation: situation)
        case .container, .kept, .expiring, .shared, .stored:
            return try kept(in: keeper, situation: situation)
        }
    }

    /// The hooks of an instance that nobody keeps run with the others, when the outermost construction is finished.
    func addHooks(
        for instance: Service,
        to session: @autoclosure () -> Session,
        path: @autoclosure () -> [ServiceKey]
    ) {
        guard registration.configuration.hasHooks else { return }
        let hooks = registration.configuration.hooks(of: Service.self)
        session().add(completion(of: instance, hooks: hooks, in: askedContainer, path: path()))
    }
}

// MARK: - Construction

extension Request {
    /// Calls the factory and the decorators, in a frame and under no lock.
    func construct(in container: Container, for dependent: Dependent?) throws(ResolutionError) -> Service {
        try checkKind()
        let situation = Situation()
        guard !situation.isCircular(registration, in: container, arguments: { arguments.key }) else {
            throw Failure.circular(path: situation.path + [registration.key], site: site)
        }
        let record = situation.record
        do {
            return try withUnsafePointer(to: arguments) { address in
                record.enter(registration, in: container, arguments: UnsafeRawPointer(address), for: dependent)
                defer { record.leave() }
                do {
                    let resolver = Resolver(container)
                    return try decorated(make?(resolver) ?? arguments.invoke(registration, resolver), by: resolver)
                } catch {
                    throw Failure.failed(error, site: site)
                }
            }
        } catch {
            throw ResolutionError(erased: error)
        }
    }

    /// What a factory has made, inside its decorators: those of the registration, then the container's.
    func decorated(_ instance: Service, by resolver: Resolver) throws -> Service {
        // Most requests do not get as far as to look for any.
        guard registration.configuration.hasDecorators || resolver.container.isDecorating(upTo: owner) else {
            return instance
        }
        var instance = instance
        for decorator in decorators(in: resolver.container) { instance = try decorator(instance, resolver) }
        return instance
    }

    /// The decorators, the innermost first: the registration's, its owner's, and those down to the building container.
    private func decorators(in container: Container) -> [Decorator<Service>] {
        let outermost = sharesWhatItsOwnerKeeps ? owner : container
        return registration.configuration.decorators(of: Service.self)
            + outermost.decorators(of: Service.self, name: registration.nameOfDecorators, upTo: owner)
    }

    /// Whether this is an alias of an instance that its owner keeps: no container below decorates that.
    private var sharesWhatItsOwnerKeeps: Bool {
        guard case .alias(let target) = registration.kind,
            let found = owner.nearestRegistration(signature: target.signature, name: target.name)
        else { return false }
        switch found.registration.scope.lifetime {
        case .kept, .expiring, .shared, .stored: return true
        case .unique, .graph, .container: return false
        }
    }

    /// Whether the instance may be built, or waited for, here and now.
    func checkKind(_ kind: AnyRegistration.Kind? = nil) throws(ResolutionError) {
        switch kind ?? registration.kind {
        case .async:
            throw Failure.requiresAsync(path: Situation().path + [registration.key], site: site)
        case .mainActor where !MainActorCheck.isOnMainActor:
            throw Failure.requiresMainActor(path: Situation().path + [registration.key], site: site)
        default:
            return
        }
    }

    /// What remains to be done for an instance: hooks, and nothing to publish.
    func completion(
        of instance: Service,
        hooks: [Hook<Service>],
        in container: Container,
        path: [ServiceKey],
        construction: Construction? = nil,
        publish: @escaping (Result<Void, ResolutionError>) -> Void = { _ in }
    ) -> Completion {
        let site = site
        return Completion(path: path, construction: construction) {
            let record = ThreadLocal.record
            record.enter(container, for: construction?.dependent)
            defer { record.leaveContext() }
            do {
                for hook in hooks { try hook(instance, Resolver(container)) }
            } catch {
                throw Failure.failed(error, path: path, site: site)
            }
        } publish: {
            publish($0)
        }
    }
}

extension AnyRegistration {
    /// How instances are kept, as seen from the container that the registration was found in.
    ///
    /// An alias passes on what its target keeps, and so keeps nothing itself, unless it has decorators of its own.
    final func lifetime(in owner: Container) -> Scope.Lifetime {
        guard case .alias(let target) = kind else { return scope.lifetime }
        guard owner.isDecorated(type, name: name) || configuration.hasDecorators,
            let found = owner.nearestRegistration(signature: target.signature, name: target.name)
        else { return .unique }
        return found.registration.scope.lifetime
    }
}
