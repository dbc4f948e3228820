/// The async twin of a resolution: the same registrations, scopes and paths, across suspensions.
///
/// What is synchronous is left to the synchronous path. An async factory has no thread to put its frame on, so an
/// ``Activation`` travels in the task-local instead.
extension Container {
    /// The instance for a key, whatever its factory needs.
    func instanceAsync<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) async throws -> Service {
        let asked = Asked(container: self, name: name, arguments: arguments, site: site)
        try checkOpen(asked, type: type)
        let signature = arguments.signature(of: type)
        guard let found = nearestRegistration(signature: signature, name: name) else {
            if let instance = try await underlyingAsync(asked, type: type) { return instance }
            if let (found, arguments) = try compatible(asked, type: type) {
                func fulfil(_ arguments: some ArgumentList) async throws -> Service {
                    try await request(type, found, arguments: arguments, site: site).fulfilOrAwait()
                }
                return try await fulfil(arguments)
            }
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        guard !found.owner.isClosed else { throw Failure.closed(asked, type: type) }
        return try await request(type, found, arguments: arguments, site: site).fulfilOrAwait()
    }

    /// `T?` of an async `T`.
    private func underlyingAsync<Service, Arguments: ArgumentList>(
        _ asked: Asked<Arguments>,
        type: Service.Type
    ) async throws -> Service? {
        guard let optional = type as? any AsyncDerivedService.Type else { return nil }
        func derive<Derived: AsyncDerivedService>(_ type: Derived.Type) async throws -> Service? {
            try await type.deriveAsync(asked) as? Service
        }
        return try await derive(optional)
    }
}

extension Request {
    /// The instance, whether its factory is synchronous, async or bound to the main actor.
    func fulfilOrAwait() async throws -> Service {
        switch effectiveKind {
        case .async:
            return try await fulfilAsync()
        case .mainActor where !MainActorCheck.isOnMainActor:
            // The request is used by one side at a time: this task waits for the main actor's answer. What comes back
            // is shared as far as the user's registration shares it.
            let request = Transferred(value: self)
            return try await MainActor.run { Transferred(value: try request.value.fulfil()) }.value
        default:
            return try fulfil()
        }
    }

    /// The kind of what is built in the end: an alias is built as its target is.
    var effectiveKind: AnyRegistration.Kind {
        var registration: AnyRegistration = registration
        var owner = owner
        for _ in 0..<64 {
            guard case .alias(let target) = registration.kind,
                let found = (lookupContainer(owner)).nearestRegistration(signature: target.signature, name: target.name)
            else { break }
            registration = found.registration
            owner = found.owner
        }
        return registration.kind
    }

    /// Where an alias looks for its target: the container that builds it.
    private func lookupContainer(_ owner: Container) -> Container {
        if case .unique = lifetime { asked } else { owner }
    }

    /// The instance of an async registration.
    func fulfilAsync() async throws -> Service {
        let outer = Situation().activation
        let session = outer?.session ?? Session()
        let result: Result<Service, any Error>
        do {
            result = .success(try await performAsync(outer: outer, session: session))
        } catch {
            result = .failure(error)
        }
        guard outer == nil || session.isOver else { return try result.get() }
        let failure = await session.finishAsync(handingOverTo: nil)
        let instance = try result.get()
        if let failure { throw failure }
        return instance
    }

    func performAsync(outer: Activation?, session: Session) async throws -> Service {
        switch lifetime {
        case .unique:
            let activation = activation(in: asked, outer: outer, construction: outer?.construction, session: session)
            let instance = try await constructAsync(activation)
            if registration.configuration.hasHooks {
                let hooks = registration.configuration.hooks(of: Service.self)
                session.add(completion(of: instance, hooks: hooks, in: asked, path: activation.path))
            }
            return instance
        case .graph, .container:
            return try await keptAsync(in: asked, outer: outer, session: session)
        case .kept, .expiring, .shared, .stored:
            return try await keptAsync(in: owner, outer: outer, session: session)
        }
    }

    func activation(
        in container: Container,
        outer: Activation?,
        construction: Construction?,
        session: Session
    ) -> Activation {
        Activation(
            registration,
            container: container,
            arguments: arguments.key,
            outer: outer,
            construction: construction,
            session: session
        )
    }

    /// Awaits the factory, then the decorators, inside an activation.
    func constructAsync(_ activation: Activation) async throws -> Service {
        let path = activation.path
        guard !isCircular(activation) else { throw Failure.circular(path: path, site: site) }
        defer { activation.finish() }
        let resolver = Resolver(activation.container)
        do {
            let ambient = Ambient(container: activation.container, activation: activation)
            return try await ambient.bound(isolation: #isolation) {
                var instance: Service = try await arguments.invokeAsync(registration, resolver)
                guard isDecorated(in: activation.container) else { return instance }
                for decorator in decorators(in: activation.container) { instance = try decorator(instance, resolver) }
                return instance
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Failure.failed(error, path: path, site: site)
        }
    }

    private func isCircular(_ activation: Activation) -> Bool {
        var repetitions = 0
        var outer = activation.outer
        while let current = outer {
            if current.registration === registration, current.container === activation.container {
                guard let own = activation.arguments, let other = current.arguments else {
                    repetitions += 1
                    if repetitions >= 128 { return true }
                    outer = current.outer
                    continue
                }
                if own == other { return true }
            }
            outer = current.outer
        }
        return false
    }
}
