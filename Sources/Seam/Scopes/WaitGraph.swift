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
        case instance(Construction.Box)
        /// The instance is built, its hooks have yet to run; the borrower waits for them before it hands out its own.
        case borrowed(Construction.Box)
        case failed(ResolutionError)
        /// The way around: from the awaited service back to one that the waiter itself is making.
        case circular([ServiceKey])
    }

    struct Wait {
        let target: Construction
        let session: any ConstructionOwner
        let chain: Construction?
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
    static func markBuilt(_ construction: Construction, _ box: Construction.Box) {
        resumeOwnWaits(for: construction) { $0.phase = .built(box) }
    }

    /// Another session takes over the hooks of a built instance, and may use it from now on.
    static func move(_ construction: Construction, to session: any ConstructionOwner) {
        resumeOwnWaits(for: construction) { $0.session = session }
    }

    /// Makes a change, and resumes those who wait for the construction in the session that then makes it.
    private static func resumeOwnWaits(for construction: Construction, _ change: (Construction) -> Void) {
        let (resumed, box) = state.withLock { state -> ([@Sendable (Resumption) -> Void], Construction.Box?) in
            change(construction)
            guard case .built(let box) = construction.phase else { return ([], nil) }
            let waits = state.waits.filter {
                $0.value.target === construction && $0.value.session === construction.session
            }
            for id in waits.keys { state.waits[id] = nil }
            return (waits.values.map(\.resume), box)
        }
        guard let box else { return }
        for resume in resumed { resume(.instance(box)) }
    }

    /// The construction is over; everybody who waits for it is resumed.
    static func finish(_ construction: Construction, _ result: Result<Construction.Box, ResolutionError>) {
        let resumed = state.withLock { state in
            construction.phase = .finished(result)
            let waits = state.waits.filter { $0.value.target === construction }
            for id in waits.keys { state.waits[id] = nil }
            return waits.values.map(\.resume)
        }
        for resume in resumed { resume(Resumption(result)) }
    }

    /// The instance of a construction that is built but not finished, for the session that makes it.
    static func provisional(_ construction: Construction, for session: any ConstructionOwner) -> Construction.Box? {
        state.withLock { _ in
            guard construction.session === session, case .built(let box) = construction.phase else { return nil }
            return box
        }
    }
}

// MARK: - Waiting

extension WaitGraph {
    /// Registers a wait for `target`; `resume` is called exactly once, maybe before this returns.
    ///
    /// - Parameters:
    ///   - session: The resolution that waits.
    ///   - chain: The construction that waits, if it does so for a kept instance.
    ///   - path: The services from the outermost request to `target`.
    /// - Returns: What ``cancel(_:)`` takes, or `nil` where `resume` was called already.
    @discardableResult
    static func wait(
        for target: Construction,
        session: any ConstructionOwner,
        chain: Construction?,
        path: [ServiceKey],
        resume: @escaping @Sendable (Resumption) -> Void
    ) -> Int? {
        var notified: [(resume: @Sendable (Resumption) -> Void, with: Resumption)] = []
        let id = state.withLock { state -> Int? in
            if case .finished(let result) = target.phase {
                notified.append((resume, Resumption(result)))
                return nil
            }
            if case .built(let box) = target.phase, target.session === session {
                notified.append((resume, .instance(box)))
                return nil
            }
            guard let circle = circle(from: target, session: session, chain: chain, in: state.waits) else {
                return state.add(Wait(target: target, session: session, chain: chain, path: path, resume: resume))
            }
            if case .built(let box) = target.phase {
                notified.append((resume, .borrowed(box)))
                return nil
            }
            for id in circle.waits {
                guard let wait = state.waits[id], case .built(let box) = wait.target.phase else { continue }
                state.waits[id] = nil
                notified.append((wait.resume, .borrowed(box)))
                return state.add(Wait(target: target, session: session, chain: chain, path: path, resume: resume))
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
        session: any ConstructionOwner,
        chain: Construction?,
        path: [ServiceKey]
    ) -> Resumption {
        let signal = ThreadSignal<Resumption>()
        wait(for: target, session: session, chain: chain, path: path) { signal.send($0) }
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

    /// The waits that lead from `start` back to what the asking session is making, if they do.
    private static func circle(
        from start: Construction,
        session: any ConstructionOwner,
        chain: Construction?,
        in waits: [Int: Wait]
    ) -> Circle? {
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
        var frontier: [(construction: Construction, waits: [Int], keys: [ServiceKey])] = [(start, [], [])]
        while let (construction, path, keys) = frontier.popLast() {
            if isHeld(construction, by: session, chain: chain) { return (path, keys) }
            for (id, wait) in waits where wait.holdsUp(construction) {
                guard visited.insert(ObjectIdentifier(wait.target)).inserted else { continue }
                frontier.append((wait.target, path + [id], keys + wait.keys(behind: construction)))
            }
        }
        return nil
    }

    /// Whether `construction` cannot go on before the asker does.
    private static func isHeld(_ construction: Construction, by session: any ConstructionOwner, chain: Construction?)
        -> Bool
    {
        switch construction.phase {
        case .running: chain?.isPart(of: construction) ?? false
        case .built: construction.session === session
        case .finished: false
        }
    }
}

extension WaitGraph.Wait {
    /// Whether `construction` cannot go on before this wait ends.
    func holdsUp(_ construction: Construction) -> Bool {
        switch construction.phase {
        case .running: chain?.isPart(of: construction) ?? false
        case .built: session === construction.session
        case .finished: false
        }
    }

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
    init(_ result: Result<Construction.Box, ResolutionError>) {
        switch result {
        case .success(let box): self = .instance(box)
        case .failure(let error): self = .failed(error)
        }
    }
}
