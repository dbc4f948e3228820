/// Who waits for whose construction, over all containers: finds circles before anybody blocks in one.
///
/// Threads that need each other's half-built instances would wait forever; so before a wait begins, the graph follows
/// the waits from the awaited construction. If they lead back to the one who asks, there is a circle. Where somebody
/// in it only waits for the hooks of an instance that is built already, that one goes on with the instance; else the
/// wait is refused. The graph holds only waits that are under way, so an acyclic program never sees a refusal.
///
/// This is deadlock detection in the wait-for graph (R. Holt, 1972).
enum WaitGraph {
    /// How a wait ended.
    enum Resumption: Sendable {
        case instance(ErasedInstance)
        /// The instance is built, its hooks have yet to run; the borrower waits for them before it hands out its own.
        case borrowed(ErasedInstance)
        case failed(ResolutionError)
        /// The way around: from the awaited service back to one that the waiter itself is making.
        case circular([ServiceKey])
    }

    struct Wait {
        let target: Construction
        let waiter: Waiter
        let path: [ServiceKey]
        let resume: @Sendable (Resumption) -> Void
    }

    struct State {
        var waits: [Int: Wait] = [:]
        var nextID = 0
    }

    private static let state = Lock(State())
}

// MARK: - Progress of a construction

extension WaitGraph {
    /// The instance is made; the session that makes it may use it from now on.
    static func markBuilt(_ construction: Construction, _ instance: ErasedInstance) {
        resumeOwnWaits(for: construction) { $0.phase = .built(instance) }
    }

    /// Another session takes over the hooks of a built instance, and may use it from now on.
    static func move(_ construction: Construction, to session: any ConstructionOwner) {
        resumeOwnWaits(for: construction) { $0.session = session }
    }

    /// Makes a change, and resumes those who wait for the construction in the session that then makes it.
    private static func resumeOwnWaits(for construction: Construction, _ change: (Construction) -> Void) {
        let (resumed, instance) = state.withLock { state -> ([@Sendable (Resumption) -> Void], ErasedInstance?) in
            change(construction)
            guard case .built(let instance) = construction.phase else { return ([], nil) }
            let waits = state.waits.filter {
                $0.value.target === construction && $0.value.waiter.session === construction.session
            }
            for id in waits.keys { state.waits[id] = nil }
            return (waits.values.map(\.resume), instance)
        }
        guard let instance else { return }
        for resume in resumed { resume(.instance(instance)) }
    }

    /// The construction is over; everybody who waits for it is resumed.
    static func finish(_ construction: Construction, _ result: Result<ErasedInstance, ResolutionError>) {
        let resumed = state.withLock { state in
            construction.phase = .finished(result)
            let waits = state.waits.filter { $0.value.target === construction }
            for id in waits.keys { state.waits[id] = nil }
            return waits.values.map(\.resume)
        }
        for resume in resumed { resume(Resumption(result)) }
    }

    /// The instance of a construction that is built but not finished, for the session that makes it.
    static func provisional(_ construction: Construction, for session: any ConstructionOwner) -> ErasedInstance? {
        state.withLock { _ in
            guard construction.session === session, case .built(let instance) = construction.phase else { return nil }
            return instance
        }
    }
}

// MARK: - Waiting

extension WaitGraph {
    /// Registers a wait for `target`; `resume` is called exactly once, maybe before this returns.
    ///
    /// - Parameters:
    ///   - waiter: Who waits.
    ///   - path: The services from the outermost request to `target`.
    /// - Returns: What ``cancel(_:)`` takes, or `nil` where `resume` was called already.
    @discardableResult
    static func wait(
        for target: Construction,
        by waiter: Waiter,
        path: [ServiceKey],
        resume: @escaping @Sendable (Resumption) -> Void
    ) -> Int? {
        let wait = Wait(target: target, waiter: waiter, path: path, resume: resume)
        var notified: [(resume: @Sendable (Resumption) -> Void, with: Resumption)] = []
        let id = state.withLock { state -> Int? in
            if case .finished(let result) = target.phase {
                notified.append((resume, Resumption(result)))
                return nil
            }
            if case .built(let instance) = target.phase, target.session === waiter.session {
                notified.append((resume, .instance(instance)))
                return nil
            }
            guard let circle = circle(from: target, to: waiter, in: state.waits) else {
                return state.add(wait)
            }
            if case .built(let instance) = target.phase {
                notified.append((resume, .borrowed(instance)))
                return nil
            }
            for id in circle.waits {
                guard let other = state.waits[id], case .built(let instance) = other.target.phase else { continue }
                state.waits[id] = nil
                notified.append((other.resume, .borrowed(instance)))
                return state.add(wait)
            }
            notified.append((resume, .circular(circle.keys)))
            return nil
        }
        for entry in notified { entry.resume(entry.with) }
        return id
    }

    /// Blocks the calling thread until `target` is finished, or a circle is found.
    static func blockingWait(
        for target: Construction,
        by waiter: Waiter,
        path: [ServiceKey]
    ) -> Resumption {
        let signal = ThreadSignal<Resumption>()
        wait(for: target, by: waiter, path: path) { signal.send($0) }
        return signal.wait()
    }

    /// Takes back a wait that is still under way.
    ///
    /// - Returns: Whether it was; then its `resume` will not be called.
    static func cancel(_ id: Int) -> Bool {
        let wait = state.withLock { $0.waits.removeValue(forKey: id) }
        return wait != nil
    }
}

// MARK: - Circles

extension WaitGraph {
    private typealias Circle = (waits: [Int], keys: [ServiceKey])

    /// The waits that lead from `start` back to what `waiter` is making, if they do.
    private static func circle(
        from start: Construction,
        to waiter: Waiter,
        in waits: [Int: Wait]
    ) -> Circle? {
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
        var frontier: [(construction: Construction, waits: [Int], keys: [ServiceKey])] = [(start, [], [])]
        while let (construction, path, keys) = frontier.popLast() {
            if waiter.holdsUp(construction) { return (path, keys) }
            for (id, wait) in waits where wait.waiter.holdsUp(construction) {
                guard visited.insert(ObjectIdentifier(wait.target)).inserted else { continue }
                frontier.append((wait.target, path + [id], keys + wait.keys(behind: construction)))
            }
        }
        return nil
    }
}

extension WaitGraph.Wait {
    /// The part of the path that lies behind `construction`.
    func keys(behind construction: Construction) -> [ServiceKey] {
        guard let index = path.lastIndex(of: construction.key) else { return path.suffix(1) }
        return Array(path[(index + 1)...])
    }
}

extension WaitGraph.State {
    mutating func add(_ wait: WaitGraph.Wait) -> Int {
        defer { nextID += 1 }
        waits[nextID] = wait
        return nextID
    }
}

extension WaitGraph.Resumption {
    init(_ result: Result<ErasedInstance, ResolutionError>) {
        switch result {
        case .success(let instance): self = .instance(instance)
        case .failure(let error): self = .failed(error)
        }
    }
}
