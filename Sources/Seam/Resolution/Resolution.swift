internal import Synchronization

/// The state of one outermost request: the instances of the `graph` scope, and the `onResolved` hooks to run in the
/// end.
///
/// Autofac calls this a `ResolveOperation`.
final class Resolution: BoundToThread, Sendable {
    private struct State {
        var graph: [GraphKey: SlotTable] = [:]
        var hooks: [ResolvedHooks] = []
        var next = 0
        /// The hooks that run.
        var running: ResolvedHooks?
        var isClosed = false
        /// Whether the outermost request has failed, or one of its hooks.
        var isFailed = false
    }

    private let state = Lock(State())

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

// MARK: - onResolved

/// The `onResolved` hooks of one built instance.
struct ResolvedHooks: Sendable {
    let hooks: [ErasedClosure]
    let instance: ValueBox
    let dependencies: Dependencies?
    let site: StaticCallSite
    /// The services from the outermost request to the instance.
    let path: CapturedPath
    /// The place of the instance, if a container keeps it.
    let kept: Kept?
    /// Whether the hooks run on the main actor.
    let needsMainActor: Bool
    /// The container that was asked, if it has to leave its requests to the one that has built the instance.
    let redirected: Container?

    /// A kept instance, the build that puts it into its slot or has put it there, and the cache of the slot, if it has
    /// one.
    struct Kept: Sendable {
        let instance: CachedInstance
        let build: Build
        let cache: InstanceCache?
    }

    /// The number of services on the longest path that hooks may run at.
    ///
    /// A chain of hooks, each run for an instance that the one before has asked for, uses no stack that could end it.
    fileprivate static var longestPath: Int { 1000 }
}

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

    /// Runs the hooks of an instance whose outermost request is over, so that no request is left to throw their
    /// failure.
    ///
    /// Their path is that of the instance, without that of the async factory that the task works for.
    ///
    /// - Parameter waiter: The build that cannot end before the hooks have run.
    func runLate(_ hooks: ResolvedHooks, for waiter: Waiter) {
        guard hooks.kept != nil || !state.withLock(\.isFailed) else { return }
        TaskContext.current.inside(nil)
            .run {
                let record = ThreadLocal.record
                record.with(self) {
                    var path = EnteredPath(on: record)
                    path.enter(hooks.path.outer)
                    _ = hooks.run(for: waiter.build)
                    path.leave()
                }
            }
    }

    /// Ends an outermost request that may have left the main actor; goes there as soon as a hook has to run there.
    ///
    /// - Returns: The first failure.
    func endAnywhere(isFailed: Bool) async -> ResolutionError? {
        let failure = ThreadLocal.record.with(self) { end(isFailed: isFailed) }
        guard !isClosed else { return failure }
        let later = await MainActor.run {
            ThreadLocal.record.with(self) { end(isFailed: isFailed || failure != nil) }
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
        if isFailed { state.withLock { $0.isFailed = true } }
        var path = EnteredPath(on: ThreadLocal.record)
        var done: [ResolvedHooks] = []
        while let hooks = nextHooks(&done) {
            guard hooks.kept != nil || !(isFailed || failure != nil) else { continue }
            path.enter(hooks.path.outer)
            guard let error = hooks.run() else { continue }
            failure = failure ?? error
            state.withLock { $0.isFailed = true }
        }
        path.leave()
        // The instances are released here: in no frame, as under no lock.
        withExtendedLifetime(done) {}
        return failure
    }

    /// Ends the request of a thread that is left behind, as one that has failed; a kept instance whose hook has not
    /// returned is dropped, as if the hook had thrown.
    func endLeftBehind() {
        let running = state.withLock { exchange(&$0.running, with: nil) }
        if let running, let own = running.path.own { running.dropInstance(of: own) }
        _ = end(isFailed: true)
    }

    func threadEnds() { endLeftBehind() }

    /// The next hooks to run; in the end there are none, and the caller gets all that have run, to release them.
    private func nextHooks(_ done: inout [ResolvedHooks]) -> ResolvedHooks? {
        state.withLock { state in
            state.running = nil
            guard state.next < state.hooks.count else {
                (done, state.hooks, state.next, state.isClosed) = (state.hooks, [], 0, true)
                return nil
            }
            let next = state.hooks[state.next]
            guard !next.needsMainActor || MainActorCheck.isOnMainActor else { return nil }
            state.next += 1
            state.running = next
            return next
        }
    }
}

extension ResolvedHooks {
    /// Runs the hooks, unless their path is too long; drops a kept instance whose hook throws.
    ///
    /// The caller has entered the path outside the instance.
    ///
    /// - Parameter build: The build that the requests of the hooks are made for, if there is one.
    fileprivate func run(for build: Build? = nil) -> ResolutionError? {
        guard let own = path.own else { return nil }
        let (record, container) = (ThreadLocal.record, own.container)
        record.enterInnermost(of: path, dependencies: dependencies, build: build)
        defer { record.leave() }
        guard path.count <= Self.longestPath else { return Failure.tooManyHooks(path: Stack().path, site: site) }
        do {
            func call<Service>(_: Service.Type) throws {
                let instance = instance.value(as: Service.self)
                for hook in hooks {
                    try hook.typed(as: Hook<Service>.self).call(instance, Resolver(container))
                }
            }
            try record.redirected(from: redirected ?? container, to: container) {
                try _openExistential(own.entry.type, do: call)
            }
            return nil
        } catch {
            let failure = Failure.failed(error, site: site)
            dropInstance(of: own)
            return failure
        }
    }

    /// Drops the kept instance, and those of aliases that were made of it, or that are being made.
    fileprivate func dropInstance(of own: PathElement) {
        guard let kept, case .slot(let slot, let table) = kept.build.place else { return }
        guard table.drop(kept.instance, of: kept.build, in: slot, published: own.entry.ready) else { return }
        var dropped = DroppedInstances(.init(slot: slot, instance: kept.instance))
        let arguments = slot.arguments.flatMap {
            ArgumentReference(own.entry.arguments, at: ArgumentAddress($0.values))
        }
        for cache in kept.cache?.derived ?? [] {
            let asked = own.container.instancesIfMade?.entries().filter { $0.cache === cache }.map(\.table) ?? []
            for slot in ([cache.own] + asked).map({ $0.slot(for: arguments) }) {
                guard let instance = slot.drop(published: Atomic(.none)) else { continue }
                dropped.append(.init(slot: slot, instance: instance))
            }
        }
        dropped.release()
        table.removeIfVacant(slot)
    }
}
