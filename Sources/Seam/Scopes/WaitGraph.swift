internal import Synchronization

/// The waits of threads and tasks for builds, in all containers: finds circles of waits before they close.
///
/// Threads and tasks that need each other's unfinished instances would wait for ever. So before a wait begins, the
/// graph follows the waits that hold up the awaited build. If they lead back to the waiter, there is a circle, and one
/// of its waits ends at once: with the instance, if that is built and only its hooks still run, or else with a failure.
/// The search goes on until no circle is left. The graph holds only the waits under way. A failure therefore needs a
/// circle; the guide on concurrency says in which case a task that a factory left behind can close one.
///
/// This is deadlock detection in the wait-for graph (R. Holt, 1972).
enum WaitGraph {
    /// The end of a wait.
    enum Outcome: Sendable {
        case instance(ValueBox)
        /// The instance is built, and its hooks still run.
        case unfinished(ValueBox)
        case failed(ResolutionError)
        /// The build ended before the wait began, or without a result: the request looks for the instance again.
        case missed
        /// The wait would close a circle: the services from the awaited one back to one that the waiter is building.
        case circular([ServiceKey])
    }

    /// Guards the waits and the variables of all builds; its state is the number of waits so far.
    static let lock = Lock(0)
}

// MARK: - Progress of a build

extension WaitGraph {
    /// Records the instance of a build whose hooks have not run, and resumes the waits inside the build, which may use
    /// it from now on.
    static func offerUnfinished(_ instance: ValueBox, of build: Build) {
        let resumed = lock.withLock { _ in
            build.phase = .offered(instance)
            return build.waits.values.filter { $0.waiter.isPart(of: build) }.map { $0.withdrawn() }
        }
        for wait in resumed { wait.resume(.unfinished(instance)) }
    }

    /// Records the end of a build, and resumes all waits for it.
    ///
    /// The waits of delayed builds are resumed last, since that publishes those builds. A user's storage may make
    /// requests meanwhile, and these must not depend on a wait that this thread has yet to resume. So the waits for a
    /// build that is about to be published are resumed before, with its instance.
    static func finish(_ build: Build, _ outcome: Outcome) {
        var (resumed, delayed): ([EndedWait], [Wait]) = ([], [])
        let last = lock.withLock { _ in
            let last = (
                exchange(&build.phase, with: .finished),
                exchange(&build.prerequisites, with: []),
                exchange(&build.parent, with: nil)
            )
            guard !build.waits.isEmpty else { return last }
            let waits = build.waits.values.map { $0.withdrawn() }
            delayed = waits.filter(\.isOfDelayedBuild)
            resumed = waits.filter { !$0.isOfDelayedBuild }.map { ($0, outcome) }
            resumed += delayed.flatMap { $0.takeWaitsForWaiter() }
            return last
        }
        for end in resumed { end.wait.resume(end.outcome) }
        for wait in delayed { wait.resume(outcome) }
        // These may hold the last reference to an instance: it is released here, under no lock.
        withExtendedLifetime(last) {}
    }

    /// The instance of a build whose hooks still run, for a request inside that build; records that it was given out.
    static func unfinishedInstance(of build: Build, for waiter: Waiter) -> ValueBox? {
        lock.withLock { _ in
            guard let instance = build.unfinishedInstance, waiter.isPart(of: build) else { return nil }
            waiter.build?.notePrerequisite(build)
            return instance
        }
    }

    /// The builds that a request inside another build is part of, up to that one.
    static func builds(of waiter: Waiter, inside build: Build) -> [Build] {
        lock.withLock { _ in Array(waiter.builds.prefix { $0 !== build }) }
    }

    /// Records that a request was given an unfinished instance, if the request is made for another build.
    static func notePrerequisite(_ prerequisite: Build, of waiter: Waiter) {
        lock.withLock { _ in waiter.build?.notePrerequisite(prerequisite) }
    }

    /// Delays a build that was given the instances of unfinished builds, until those are finished.
    ///
    /// A delayed build is part of no other one until it is published: its instance is there, and its request goes on.
    ///
    /// - Returns: The builds to call ``whenFinished(_:by:_:)`` with; empty if the build is not delayed.
    static func unfinishedPrerequisites(of build: Build, instance: ValueBox) -> [Build] {
        guard build.hasPrerequisites.load(ordering: .acquiring) else { return [] }
        let (prerequisites, parent, former) = lock.withLock { _ -> ([Build], Build?, [Build]) in
            let former = build.prerequisites
            let prerequisites = build.delayIfNeeded(with: instance)
            return (prerequisites, prerequisites.isEmpty ? nil : exchange(&build.parent, with: nil), former)
        }
        // They may hold the last reference to an instance: it is released here, under no lock.
        withExtendedLifetime((parent, former)) {}
        return prerequisites
    }

    /// Calls `body` when the prerequisites of a delayed build are finished, whether they have succeeded or not.
    ///
    /// It waits for one build after the other; a wait that ends at once is followed by the next one without a nested
    /// call.
    static func whenFinished(
        _ prerequisites: ArraySlice<Build>,
        by build: Build,
        _ body: @escaping @Sendable () -> Void
    ) {
        var later = prerequisites
        while let next = later.popFirst() {
            let rest = later
            let beginning = registerWait(for: next, by: Waiter(build: build), path: [next.service.key]) { _ in
                whenFinished(rest, by: build, body)
            }
            if case .underWay = beginning { return }
        }
        body()
    }

    /// Makes a build part of what a thread is building, because that thread publishes it.
    static func join(_ build: Build, to waiter: Waiter) {
        lock.withLockReleasing { _ -> Build? in
            guard !waiter.isPart(of: build) else { return nil }
            build.holdsUpParent = true
            return exchange(&build.parent, with: waiter.build)
        }
    }

    /// Whether one of the builds that a waiter is part of is on a path.
    static func isBuilding(_ waiter: Waiter, oneOf path: [ServiceKey]) -> Bool {
        let builds = lock.withLock { _ in waiter.builds }
        return builds.contains { path.contains($0.service.key) }
    }
}

// MARK: - Waiting

extension WaitGraph {
    /// Begins a wait for `target`; `resume` is called exactly once, maybe before this returns, unless it is cancelled.
    ///
    /// If the build has ended already, its result is gone: ``Outcome/missed``.
    ///
    /// - Parameters:
    ///   - waiter: The build that the request is made for.
    ///   - path: The services from the outermost request to `target`.
    /// - Returns: The number to ``cancel(_:for:)`` by, or `nil` if `resume` was called already.
    /// - Complexity: O(1) for a request that no build needs; else that of finding a ``WaitCircle``.
    @discardableResult
    static func beginWait(
        for target: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        resume: @escaping @Sendable (Outcome) -> Void
    ) -> Int? {
        switch registerWait(for: target, by: waiter, path: path, resume: resume) {
        case .underWay(let id): return id
        case .over(let outcome):
            resume(outcome)
            return nil
        }
    }

    /// The result of beginning a wait.
    private enum Beginning {
        /// The number of the wait, which is registered.
        case underWay(Int)
        /// The wait has ended at once; `resume` was not called.
        case over(Outcome)
    }

    /// Registers a wait, unless it ends at once, and resumes the waits that were ended to break circles.
    @inline(never)  // It is long, and has several callers.
    private static func registerWait(
        for target: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        resume: @escaping @Sendable (Outcome) -> Void
    ) -> Beginning {
        var broken: [EndedWait] = []
        let beginning = lock.withLock { count -> Beginning in
            if target.isFinished { return .over(.missed) }
            if let instance = target.completeInstance { return .over(.unfinished(instance)) }
            count += 1
            let waiter = waiter.build?.isFinished == true ? Waiter() : waiter
            let wait = Wait(id: count, for: target, by: waiter, path: path, resume: resume)
            while let circle = WaitCircle(closedBy: wait) {
                let (weakest, outcome) = circle.weakest
                // The wait is released here, under the lock: the callers hold all that it refers to.
                guard weakest !== wait else { return .over(outcome) }
                broken.append((weakest.withdrawn(), outcome))
            }
            wait.register()
            return .underWay(wait.id)
        }
        for end in broken { end.wait.resume(end.outcome) }
        return beginning
    }

    /// The end of a wait that would close a circle, for a request that cannot wait; `nil` if it would close none.
    static func circle(
        closedByWaitingFor target: Build,
        by waiter: Waiter,
        path: [ServiceKey]
    ) -> Outcome? {
        lock.withLock { count in
            let wait = Wait(id: count, for: target, by: waiter, path: path) { _ in }
            guard let circle = WaitCircle(closedBy: wait) else { return nil }
            return target.unfinishedInstance.map { .unfinished($0) } ?? .circular(circle.keys(behind: 0))
        }
    }

    /// Blocks the calling thread until `target` is finished, or the wait is ended because it is part of a circle.
    static func blockingWait(for target: Build, by waiter: Waiter, path: [ServiceKey]) -> Outcome {
        let signal = ThreadSignal<Outcome>()
        beginWait(for: target, by: waiter, path: path) { signal.send($0) }
        return signal.wait()
    }

    /// Cancels a wait that is still under way.
    ///
    /// - Returns: The wait, for the caller to release under no lock, if it was under way; its `resume` is not called
    ///   then.
    static func cancel(_ id: Int, for target: Build) -> Wait? {
        lock.withLock { _ in target.waits[id]?.withdrawn() }
    }
}
