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
        if case .unique = lifetime { askedContainer } else { owner }
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
            let activation = activation(
                in: askedContainer,
                outer: outer,
                construction: outer?.construction,
                session: session
            )
            let instance = try await constructAsync(activation)
            addHooks(for: instance, to: session, path: activation.path)
            return instance
        case .graph, .container, .kept, .expiring, .shared, .stored:
            return try await keptAsync(in: keeper, outer: outer, session: session)
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
                try decorated(await arguments.invokeAsync(registration, resolver), by: resolver)
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
