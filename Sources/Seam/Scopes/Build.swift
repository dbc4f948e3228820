internal import Synchronization

/// A service that has no slot and notes its build itself: the first use of a container, a module, or a lazy value.
protocol SlotlessService: Keyed {
    /// Forgets a build that has failed, for the next request to try again.
    func abandon(_ build: Build)
}

/// A build that requests may wait for: of a kept instance, a lazy value, a module, or the first use of a container.
///
/// It ends when its result is published, after the last `onCreate` hook, or when it has failed. ``WaitGraph`` has the
/// waits, and guards the state of builds.
///
/// For example, a thread builds A, whose factory asks for B, and the factory of B asks for C, which another thread is
/// building. A is the `parent` of B. The wait for C is one of the `waits` of C, and one of the `obstacles` of A and B.
/// If the factory of C asks for A now, its wait for A would close a circle.
@usableFromInline
final class Build: @unchecked Sendable {
    // Unchecked because of the variables: after `init`, only `WaitGraph` reads and writes them, under its lock. The
    // last references to the objects in them are taken out under the lock, and released outside.

    enum Phase {
        /// The factory or a decorator runs.
        case running
        /// The instance is built, and its hooks run: only requests inside this build may see it, and those whose wait
        /// would close a circle.
        case offered(ValueBox)
        /// The hooks have run; the build waits for its prerequisites, as do those that were given its instance.
        case delayed(ValueBox)
        /// The waits have their result. The build does not keep it: a build that a left-behind task has begun may hold
        /// this one for long.
        case finished
    }

    let service: any Keyed
    /// The slot of the instance; `nil` if the service notes its build itself.
    let slot: InstanceSlot?
    let table: SlotTable?
    /// Whether a task of its own makes the build, and not a thread that is running it.
    ///
    /// A task needs a thread, which a synchronous request that waited for it might occupy.
    let isOfTask: Bool
    /// Whether the parent may end before this build: a task of the parent's factory began it, and the factory need not
    /// await that task.
    let mayBeLeftBehind: Bool
    /// The dependencies of the instance, or of the one that it becomes part of.
    let dependencies: Dependencies?

    /// The build that this one is part of.
    var parent: Build?
    /// Whether the parent cannot go on before this build does.
    ///
    /// False if a task of its own makes this build: then the request inside the parent waits for it in the graph, and
    /// the parent goes on if that wait ends early.
    var holdsUpParent: Bool
    var phase = Phase.running
    /// The waits for this build, by their numbers.
    var waits: [Int: WaitGraph.Wait] = [:]
    /// The waits that have to end before this build can: its own, and those of the builds that hold it up.
    var obstacles: [Int: WaitGraph.Wait] = [:]
    /// The builds whose unfinished instances this one was given, and which have to be finished before it is published.
    var prerequisites: [Build] = []
    /// Whether there has been a prerequisite; read under no lock by the request that builds.
    let hasPrerequisites = Atomic(false)

    /// Creates the build of an instance that a container keeps.
    init(
        of service: any Keyed,
        at slot: InstanceSlot,
        in table: SlotTable,
        for waiter: Waiter,
        dependencies: Dependencies?,
        isOfTask: Bool = false
    ) {
        self.service = service
        (self.isOfTask, holdsUpParent) = (isOfTask, !isOfTask)
        (self.slot, self.table) = (slot, table)
        (parent, mayBeLeftBehind) = (waiter.build, waiter.mayBeLeftBehind)
        self.dependencies = dependencies
    }

    /// Creates the build of a service without a slot.
    init(of service: any SlotlessService, for waiter: Waiter) {
        self.service = service
        (isOfTask, holdsUpParent) = (false, true)
        (slot, table) = (nil, nil)
        (parent, mayBeLeftBehind) = (waiter.build, waiter.mayBeLeftBehind)
        dependencies = nil
    }
}

extension Build {
    /// Whether the instance is going to be kept by the scope that keeps that of another build.
    func isKept(like other: Build) -> Bool {
        guard let table, let others = other.table else { return false }
        return table.scope == others.scope
    }

    /// Frees the slot for the next request; the build goes on without it.
    ///
    /// Called under no lock: may call the user's clock.
    func leaveSlot() {
        freeSlot()
        removeVacantSlot()
    }

    /// Frees the slot, and ends the waits for the build; called under no lock.
    ///
    /// The requests that wait go on before the user's clock is called.
    func end(_ outcome: WaitGraph.Outcome) {
        freeSlot()
        WaitGraph.finish(self, outcome)
        removeVacantSlot()
    }

    private func freeSlot() {
        guard let slot else {
            // Cannot fail: a build without a slot is made for such a service.
            (service as? any SlotlessService)?.abandon(self)
            return
        }
        slot.abandon(self)
    }

    private func removeVacantSlot() {
        if let slot, let table { table.removeIfVacant(slot) }
    }
}

// MARK: - Under the lock of the graph

/// The members that ``WaitGraph`` calls under its lock.
extension Build {
    /// Records a build whose unfinished instance this one was given.
    ///
    /// If that build is delayed, its own open prerequisites are recorded instead. Otherwise a chain of delayed builds
    /// would end by recursion: each inside the end of the one before.
    func notePrerequisite(_ prerequisite: Build) {
        for other in prerequisite.openPrerequisites ?? [prerequisite] where other !== self {
            guard !prerequisites.contains(where: { $0 === other }) else { continue }
            prerequisites.append(other)
            hasPrerequisites.store(true, ordering: .releasing)
        }
    }

    /// The prerequisites that a delayed build has to wait for; `nil` if the build is not delayed.
    private var openPrerequisites: [Build]? {
        isDelayed ? prerequisites.filter { !$0.isFinished } : nil
    }

    /// Delays the build until its prerequisites are finished.
    ///
    /// - Returns: Those that are not finished. If there are none, the build is not delayed.
    func delayIfNeeded(with instance: ValueBox) -> [Build] {
        let noted = exchange(&prerequisites, with: [])
        for prerequisite in noted where !prerequisite.isFinished {
            notePrerequisite(prerequisite)
        }
        if !prerequisites.isEmpty { phase = .delayed(instance) }
        return prerequisites
    }

    /// The instance, if it is built and not finished.
    var unfinishedInstance: ValueBox? {
        switch phase {
        case .offered(let instance), .delayed(let instance): instance
        case .running, .finished: nil
        }
    }

    /// The instance of a delayed build whose prerequisites are finished, so that a thread is about to publish it.
    var completeInstance: ValueBox? {
        guard case .delayed(let instance) = phase, !prerequisites.reversed().contains(where: { !$0.isFinished }) else {
            return nil
        }
        return instance
    }

    /// Whether the build waits only for its prerequisites.
    var isDelayed: Bool {
        if case .delayed = phase { true } else { false }
    }

    /// Whether the build has ended.
    var isFinished: Bool {
        if case .finished = phase { true } else { false }
    }
}

extension Build: BoundToThread {
    func threadEnds() { end(.missed) }
}
