/// The keeping scopes of async registrations: one task builds, everybody waits for it, and a cancelled waiter leaves
/// the others alone.
extension Request {
    func keptAsync(in container: Container, outer: Activation?, session: Session) async throws -> Service {
        var stale: KeptInstance?
        let own = Session(graph: session.graph)
        let path = (outer?.path ?? []) + [registration.key]
        while true {
            let slot = slot(in: container, session: session)
            switch enter(slot, replacing: &stale, in: container, session: own, parent: outer?.construction) {
            case .use(let kept):
                if let instance = usable(kept) {
                    outer?.construction?.dependent.note(kept.serial)
                    return instance
                }
                stale = kept
            case .moved:
                continue
            case .outdated:
                return try await renewed().performAsync(outer: outer, session: session)
            case .build(let construction):
                outer?.construction?.dependent.note(construction.serial)
                startBuild(
                    construction,
                    in: own,
                    handingOverTo: session,
                    slot: slot,
                    container: container,
                    outer: outer
                )
                return try await waited(for: construction, outer: outer, session: session, path: path)
            case .wait(let construction):
                outer?.construction?.dependent.note(construction.serial)
                return try await waited(for: construction, outer: outer, session: session, path: path)
            }
        }
    }

    private func waited(
        for construction: Construction,
        outer: Activation?,
        session: Session,
        path: [ServiceKey]
    ) async throws -> Service {
        let waiter = Waiter(session: session, construction: outer?.construction)
        let resumption = try await WaitGraph.wait(for: construction, by: waiter, path: path)
        if case .failed(let error) = resumption {
            throw error.path.first == registration.key ? error.prefixed(by: path.dropLast()) : error
        }
        // Anything but a failure gives an instance or throws.
        return try resumed(resumption, construction: construction, session: session, path: path).unsafelyUnwrapped
    }

    /// Builds in a task of its own, which no waiter's cancellation reaches.
    private func startBuild(
        _ construction: Construction,
        in own: Session,
        handingOverTo session: Session,
        slot: InstanceSlot,
        container: Container,
        outer: Activation?
    ) {
        // The request is handed over: its arguments are not used here any more.
        let request = Transferred(value: self)
        Task {
            await request.value.build(construction, in: own, slot: slot, container: container, outer: outer)
            _ = await own.finishAsync(handingOverTo: session)
        }
    }

    private func build(
        _ construction: Construction,
        in own: Session,
        slot: InstanceSlot,
        container: Container,
        outer: Activation?
    ) async {
        let activation = activation(in: container, outer: outer, construction: construction, session: own)
        do {
            let storage = storage(of: slot, for: construction)
            guard published(storage, construction, slot) == nil else { return }
            let instance = try await constructAsync(activation)
            try keep(
                instance,
                construction,
                slot: slot,
                storage: storage,
                in: container,
                session: own,
                path: activation.path
            )
        } catch {
            let failure = error as? ResolutionError ?? Failure.failed(error, path: activation.path, site: site)
            let relative = ResolutionError(failure, path: Array(failure.path.dropFirst(activation.path.count - 1)))
            slot.abandon(construction)
            WaitGraph.finish(construction, .failure(relative))
        }
    }
}
