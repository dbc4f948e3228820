internal import Synchronization

/// The keeping scopes of async registrations: one task builds, everybody waits for it, and a cancelled waiter leaves
/// the others alone.
extension Request {
    func keptAsync(in container: Container, outer: Activation?, session: Session) async throws -> Service {
        var stale: KeptInstance?
        let own = Session(graph: session.graph)
        let path = (outer?.path ?? []) + [registration.key]
        while true {
            let slot = slot(in: container, session: session)
            var (decision, dropped) = slot.enter(
                stale: stale,
                isCurrent: { revision == registration.revision },
                unpublish: { registration.ready.store(0, ordering: .sequentiallyConsistent) },
                construction: {
                    Construction(
                        registration.key,
                        session: own,
                        parent: outer?.construction,
                        keeper: lifetime.holdsStrongly ? ObjectIdentifier(container) : nil
                    )
                }
            )
            stale = nil
            dropped?.release()
            dropped = nil
            switch decision {
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
        let resumption = try await WaitGraph.wait(
            for: construction,
            session: session,
            chain: outer?.construction,
            path: path
        )
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
            if let storage, let instance = storage.instance as? Service {
                publish(KeptInstance(.stored(storage), of: construction), PublishedValue(instance), construction, slot)
                return
            }
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

extension Session {
    /// Ends an async session: hands its hooks to the one that it belongs to, or runs them here.
    func finishAsync(handingOverTo outer: Session?) async -> ResolutionError? {
        var failure: ResolutionError?
        repeat {
            if let outer, outer !== self, handOver(to: outer) { return nil }
            failure = ThreadLocal.record.withSession(self) { runCompletions() } ?? failure
            for construction in takeBorrowed() {
                _ = try? await WaitGraph.wait(for: construction, session: self, chain: nil, path: [construction.key])
            }
        } while !close()
        return failure
    }
}

extension WaitGraph {
    /// Suspends the calling task until `target` is finished, a circle is found, or the task is cancelled.
    static func wait(
        for target: Construction,
        session: Session,
        chain: Construction?,
        path: [ServiceKey]
    ) async throws(CancellationError) -> Resumption {
        let pending = PendingWait()
        let resumption: Resumption? = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Resumption?, Never>) in
                let id = wait(for: target, session: session, chain: chain, path: path) { resumption in
                    pending.settle { continuation.resume(returning: resumption) }
                }
                pending.began(id) { continuation.resume(returning: nil) }
            }
        } onCancel: {
            pending.cancel()
        }
        guard let resumption else { throw CancellationError() }
        return resumption
    }
}

/// One task's wait, which ends by what it waits for or by cancellation, whichever is first.
private final class PendingWait: Sendable {
    private struct State {
        var id: Int?
        var resumeCancelled: (@Sendable () -> Void)?
        var isCancelled = false
        var isSettled = false
    }

    private let state = Lock(State())

    /// Notes the wait, so that it can be cancelled; it may have ended, or been cancelled, already.
    func began(_ id: Int?, resumeCancelled: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.id = id
            state.resumeCancelled = resumeCancelled
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    /// Ends the wait by its result, unless it was cancelled before.
    func settle(_ resume: () -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isSettled = true }
            return !state.isSettled
        }
        if isFirst { resume() }
    }

    func cancel() {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            state.isCancelled = true
            guard let id = state.id, !state.isSettled, let resume = state.resumeCancelled else { return nil }
            guard WaitGraph.cancel(id) else { return nil }
            state.isSettled = true
            return resume
        }
        resume?()
    }
}
