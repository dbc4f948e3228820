/// The state of one outermost request: the instances of the `graph` scope, the `onResolved` hooks to run in the end,
/// and the async factories under way.
///
/// Autofac calls this a `ResolveOperation`.
@usableFromInline
final class Resolution: BoundToThread, Sendable {
    private struct State {
        var graph: [GraphKey: SlotTable] = [:]
        var hooks: [ResolvedHooks] = []
        var next = 0
        /// The hooks that run.
        var running: ResolvedHooks?
        var isClosed = false
        var isFailed = false
        /// The number of async factories under way, by registration and arguments.
        var awaited: [AwaitedCall: Int] = [:]
        var hasSharedFailure = false
    }

    private let state: Lock<State>
    /// The service of the outermost request, if that awaits its factory itself.
    private let outermost: AwaitedCall?

    /// - Parameters:
    ///   - entry: The registration of the outermost request, if that awaits its factory itself.
    ///   - isClosed: Whether the outermost request is over.
    ///   - isFailed: Whether it has failed.
    init(awaiting entry: RegistryEntry? = nil, argumentHash: Int = 0, isClosed: Bool = false, isFailed: Bool = false) {
        state = Lock(State(isClosed: isClosed, isFailed: isFailed))
        outermost = entry.map { AwaitedCall($0, argumentHash: argumentHash) }
    }

    /// The slots of a registration of the `graph` scope that is built in a container.
    func table(for entry: RegistryEntry, in container: Container) -> SlotTable {
        state.withLock { state in
            let key = GraphKey(entry: entry, container: container)
            if let table = state.graph[key] { return table }
            let table = SlotTable(.graph)
            state.graph[key] = table
            return table
        }
    }
}

/// A registration and the container that builds with it; the key retains both.
private struct GraphKey: Hashable {
    let entry: RegistryEntry
    let container: Container

    static func == (left: Self, right: Self) -> Bool {
        left.entry === right.entry && left.container === right.container
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(entry))
        hasher.combine(ObjectIdentifier(container))
    }
}

// MARK: - Async factories

/// A registration whose async factory is under way, and the hash of the arguments.
private struct AwaitedCall: Hashable {
    let entry: ObjectIdentifier
    let argumentHash: Int

    init(_ entry: RegistryEntry, argumentHash: Int) {
        (self.entry, self.argumentHash) = (ObjectIdentifier(entry), argumentHash)
    }
}

/// The async factories under way, on all paths of the outermost request: most services are on none, so that the cycle
/// check need not look at the paths.
extension Resolution {
    fileprivate func beginAwaiting(_ call: AwaitedCall) {
        state.withLock { $0.awaited[call, default: 0] += 1 }
    }

    fileprivate func endAwaiting(_ call: AwaitedCall) {
        state.withLock { state in
            let count = state.awaited[call] ?? 0
            state.awaited[call] = count > 1 ? count - 1 : nil
        }
    }

    /// Whether an async factory of a registration may be under way, with arguments of that hash.
    func mayAwait(_ entry: RegistryEntry, argumentHash: Int) -> Bool {
        let call = AwaitedCall(entry, argumentHash: argumentHash)
        return call == outermost || state.withLock { $0.awaited[call] != nil }
    }
}

extension TaskFrame.Content {
    private var call: AwaitedCall { AwaitedCall(entry, argumentHash: argumentHash) }

    /// Counts the factory among those under way; a resolution that is made here counts it from the start.
    func beginAwaiting() { if !makesResolution { resolution.beginAwaiting(call) } }

    func endAwaiting() { if !makesResolution { resolution.endAwaiting(call) } }

    /// The resolution that the factory is part of; made now, if nothing needed it before.
    var resolution: Resolution {
        sharedResolution.withLock { shared in
            if let made = shared.resolution { return made }
            let resolution = Resolution(
                awaiting: entry,
                argumentHash: argumentHash,
                isClosed: shared.isOver,
                isFailed: shared.isFailed
            )
            shared.object = resolution
            return resolution
        }
    }

    /// Ends the outermost request: a resolution that is made later has ended in the same way.
    ///
    /// - Returns: Its resolution, if there is one: it has to be ended, too.
    func endRequest(isFailed: Bool) -> Resolution? {
        sharedResolution.withLock { shared in
            (shared.isOver, shared.isFailed) = (true, isFailed)
            return shared.resolution
        }
    }
}

extension TaskFrame.SharedResolution {
    /// The resolution, if there is one yet.
    ///
    /// The cast cannot fail: only this folder makes contents of frames, and it gives them a resolution or nothing.
    fileprivate var resolution: Resolution? { object.map { unsafe unsafeDowncast($0, to: Resolution.self) } }
}

/// The failures of builds that other requests have begun.
extension Resolution {
    /// Whether such a failure has reached a request of this resolution.
    var hasSharedFailure: Bool { state.withLock(\.hasSharedFailure) }

    func noteSharedFailure() { state.withLock { $0.hasSharedFailure = true } }
}

// MARK: - onResolved

extension Resolution {
    /// Queues the hooks of an instance whose build has ended, to run at the end of the outermost request.
    ///
    /// - Returns: Whether they are queued; if not, the outermost request is over, and the caller runs them late.
    func add(_ hooks: ResolvedHooks) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.hooks.append(hooks)
            return true
        }
    }

    /// Runs the hooks of an instance whose outermost request is over.
    ///
    /// Their failures are left out: no request is left to throw them. Their path is that of the instance. Inside a
    /// synchronous build, it begins with the services that the thread is building, without the async factories around.
    ///
    /// - Parameter waiter: The build that cannot end before the hooks have run.
    func runLate(_ hooks: ResolvedHooks, for waiter: Waiter) {
        guard hooks.kept != nil || !isFailed else { return }
        // The instance may be complete and not published yet: its hooks find it by this note.
        let isNoted = state.withLock { state in
            guard state.running == nil else { return false }
            state.running = hooks
            return true
        }
        defer { if isNoted { state.withLockReleasing { exchange(&$0.running, with: nil) } } }
        outsideFactories {
            var path = EnteredPath(on: ThreadLocal.record)
            // The services that the thread is building are on the path already.
            if Stack().innermost == nil { path.enter(hooks.path.outer) }
            _ = hooks.run(for: waiter.build)
            path.leave()
        }
    }

    /// Calls the late hooks of an instance in the frame of its factory, for the innermost build.
    @usableFromInline
    func callLate(_ hooks: () -> Void) {
        let build = Waiter.current.build
        outsideFactories {
            let record = ThreadLocal.record
            if let build { record.enterContext(for: build) }
            hooks()
            if build != nil { record.leaveContext() }
        }
    }

    /// Runs late hooks outside the async factory that the task works for: their requests and tasks are no part of it.
    private func outsideFactories(_ body: () -> Void) {
        let context = TaskContext.current
        context.inside(nil, bound: context.boundOutside).run { ThreadLocal.record.with(self, body) }
    }

    /// Ends an outermost request that may have left the main actor; goes there as soon as a hook has to run there.
    ///
    /// - Returns: The first failure.
    func endAnywhere(isFailed: Bool) async -> ResolutionError? {
        let failure = ThreadLocal.record.with(self) { end(isFailed: isFailed) }
        guard !isClosed else { return failure }
        let later = await MainActor.run {
            ThreadLocal.record.with(self) { end(isFailed: isFailed) }
        }
        return failure ?? later
    }

    /// Whether the outermost request is over.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Closes the resolution if it has no hooks to run.
    ///
    /// - Returns: Whether it is closed; if not, it has to be ended.
    func closeIfIdle() -> Bool {
        state.withLock { state in
            state.isClosed = state.hooks.isEmpty
            return state.isClosed
        }
    }

    /// Runs the hooks in the order in which the builds ended, until none is left, and closes the resolution.
    ///
    /// Stops before a hook that has to run on the main actor, if the caller is not there.
    ///
    /// - Parameter isFailed: Whether the request has failed; if so, only the hooks of kept instances run.
    /// - Returns: The first failure.
    func end(isFailed: Bool) -> ResolutionError? {
        var failure: ResolutionError?
        if isFailed { noteFailure() }
        var path = EnteredPath(on: ThreadLocal.record)
        var done: [ResolvedHooks] = []
        while let hooks = nextHooks(&done) {
            path.enter(hooks.path.outer)
            guard let error = hooks.run() else { continue }
            failure = failure ?? error
            noteFailure()
        }
        path.leave()
        // The instances are released here: in no frame, as under no lock.
        withExtendedLifetime(done) {}
        return failure
    }

    /// The instance whose hooks run, if a build is about to publish it.
    ///
    /// The hooks are queued before that: a task that an async factory has left behind may do it a moment later.
    func runningInstance(of build: Build) -> ValueBox? {
        state.withLock { state in
            guard let running = state.running, running.kept?.build === build else { return nil }
            return running.instance
        }
    }

    /// Whether the outermost request has failed, or one of its hooks.
    var isFailed: Bool { state.withLock(\.isFailed) }

    private func noteFailure() { state.withLock { $0.isFailed = true } }

    /// Ends the request of a thread that is left behind, as one that has failed; a kept instance whose hook has not
    /// returned is dropped, as if the hook had thrown.
    func endLeftBehind() {
        let running = state.withLock { exchange(&$0.running, with: nil) }
        running?.dropInstance()
        _ = end(isFailed: true)
    }

    func threadEnds() { endLeftBehind() }

    /// The next hooks to run; none if they have to run on the main actor, and the caller runs elsewhere.
    ///
    /// After the last one, closes the resolution, and moves all hooks to `done`, for the caller to release.
    private func nextHooks(_ done: inout [ResolvedHooks]) -> ResolvedHooks? {
        state.withLock { state in
            // Releases nothing: the list has the hooks as well.
            state.running = nil
            while state.next < state.hooks.count {
                let next = state.hooks[state.next]
                // After a failure, only the hooks of kept instances run.
                let isSkipped = state.isFailed && next.kept == nil
                guard isSkipped || !next.needsMainActor || MainActorCheck.isOnMainActor else { return nil }
                state.next += 1
                guard !isSkipped else { continue }
                state.running = next
                return next
            }
            (done, state.hooks, state.next, state.isClosed) = (state.hooks, [], 0, true)
            return nil
        }
    }
}
