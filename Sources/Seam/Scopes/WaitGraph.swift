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
    private static let lock = Lock(0)
}

// MARK: - Progress of a build

extension WaitGraph {
    /// Records that a task of its own makes a build from now on: its waits hold up only those that wait for it.
    static func separate(_ build: Build) { lock.withLock { _ in build.holdsUpParent = false } }

    /// Records that an instance is built, and resumes the waits inside its build, which may use it from now on.
    static func complete(_ build: Build, _ instance: ValueBox) {
        let resumed = lock.withLock { _ in
            build.phase = .completing(instance)
            return build.waits.values.filter { $0.waiter.isPart(of: build) }.map { $0.withdrawn() }
        }
        for wait in resumed { wait.resume(.unfinished(instance)) }
    }

    /// Records the end of a build, with its result if it has one, and resumes all waits for it.
    static func finish(_ build: Build, _ result: Result<ValueBox, ResolutionError>?) {
        let (resumed, last) = lock.withLock { _ in
            let last = (
                exchange(&build.phase, with: .finished), exchange(&build.prerequisites, with: []),
                exchange(&build.parent, with: nil)
            )
            return (build.waits.isEmpty ? [] : build.waits.values.map { $0.withdrawn() }, last)
        }
        for wait in resumed { wait.resume(Outcome(result)) }
        // These may hold the last reference to an instance: it is released here, under no lock.
        withExtendedLifetime(last) {}
    }

    /// The instance of a build whose hooks still run, for a request inside that build; records that it was given out.
    static func unfinishedInstance(of build: Build, for waiter: Waiter) -> ValueBox? {
        lock.withLock { _ in
            guard case .completing(let instance) = build.phase, waiter.isPart(of: build) else { return nil }
            waiter.build?.notePrerequisite(build)
            return instance
        }
    }

    /// Records that a request was given an unfinished instance, if the request is made for another build.
    static func notePrerequisite(_ prerequisite: Build, of waiter: Waiter) {
        lock.withLock { _ in waiter.build?.notePrerequisite(prerequisite) }
    }

    /// The unfinished builds whose instances a build was given.
    ///
    /// If there are any, the build is part of no other one until it is published: its instance is there, and its request
    /// goes on.
    static func unfinishedPrerequisites(of build: Build, instance: ValueBox) -> [Build] {
        guard build.hasPrerequisites.load(ordering: .acquiring) else { return [] }
        let (prerequisites, parent) = lock.withLock { _ -> ([Build], Build?) in
            let prerequisites = build.prerequisites.filter { !$0.isFinished }
            guard !prerequisites.isEmpty else { return ([], nil) }
            build.phase = .completing(instance)
            return (prerequisites, exchange(&build.parent, with: nil))
        }
        // The parent may hold the last reference to an instance: it is released here, under no lock.
        withExtendedLifetime(parent) {}
        return prerequisites
    }

    /// Calls `body` when the builds are finished whose unfinished instances a build was given.
    static func whenFinished(
        _ prerequisites: ArraySlice<Build>,
        by build: Build,
        _ body: @escaping @Sendable () -> Void
    ) {
        guard let prerequisite = prerequisites.first else { return body() }
        beginWait(for: prerequisite, by: Waiter(build: build), path: [prerequisite.service.key], isFinal: true) { _ in
            whenFinished(prerequisites.dropFirst(), by: build, body)
        }
    }

    /// Makes a build part of what a thread is building, because that thread publishes it.
    static func join(_ build: Build, to waiter: Waiter) {
        let former = lock.withLock { _ -> Build? in
            guard !waiter.isPart(of: build) else { return nil }
            build.holdsUpParent = true
            return exchange(&build.parent, with: waiter.build)
        }
        // It may hold the last reference to an instance: it is released here, under no lock.
        withExtendedLifetime(former) {}
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
    /// A wait for a build that has ended before has missed its result, which nobody keeps: ``Outcome/missed``.
    ///
    /// Not inlined: it is long, and every request that may wait calls it.
    ///
    /// - Parameters:
    ///   - waiter: The build that the request is made for.
    ///   - path: The services from the outermost request to `target`.
    ///   - isFinal: Whether the waiter waits only for the hooks of an instance that it was given.
    /// - Returns: The number to ``cancel(_:for:)`` by, or `nil` if `resume` was called already.
    /// - Complexity: O(1) for a request that no build needs; else that of finding a ``WaitCircle``.
    @discardableResult @inline(never)
    static func beginWait(
        for target: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        isFinal: Bool = false,
        resume: @escaping @Sendable (Outcome) -> Void
    ) -> Int? {
        var resumed: [(wait: Wait, outcome: Outcome)] = []
        let id = lock.withLock { count -> Int? in
            count += 1
            let waiter = waiter.build.map(\.isFinished) == true ? Waiter() : waiter
            let wait = Wait(id: count, for: target, by: waiter, path: path, isFinal: isFinal, resume: resume)
            if target.isFinished {
                resumed.append((wait, .missed))
                return nil
            }
            while let circle = WaitCircle(closedBy: wait) {
                let (broken, outcome) = circle.weakest
                resumed.append((broken, outcome))
                guard broken.id != wait.id else { return nil }
                _ = broken.withdrawn()
            }
            wait.register()
            return wait.id
        }
        for end in resumed { end.wait.resume(end.outcome) }
        return id
    }

    /// Blocks the calling thread until `target` is finished, or the wait is ended because it is part of a circle.
    static func blockingWait(for target: Build, by waiter: Waiter, path: [ServiceKey]) -> Outcome {
        let signal = ThreadSignal<Outcome>()
        beginWait(for: target, by: waiter, path: path) { signal.send($0) }
        return signal.wait()
    }

    /// Cancels a wait that is still under way.
    ///
    /// - Returns: The wait, for the caller to release under no lock, if it was under way; its `resume` is not called then.
    static func cancel(_ id: Int, for target: Build) -> Wait? {
        lock.withLock { _ in target.waits[id]?.withdrawn() }
    }
}

extension WaitGraph.Outcome {
    fileprivate init(_ result: Result<ValueBox, ResolutionError>?) {
        switch result {
        case .success(let instance): self = .instance(instance)
        case .failure(let error): self = .failed(error)
        case nil: self = .missed
        }
    }
}

// MARK: - Waits of tasks

extension WaitGraph {
    /// Suspends the calling task until `target` is finished, or the wait is ended because it is part of a circle.
    ///
    /// - Parameter start: Called when the wait has begun, so that the end of a build that it starts is not missed.
    /// - Throws: If the task is cancelled while it waits.
    static func wait(
        for target: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        start: () -> Void = {}
    ) async throws(CancellationError) -> Outcome {
        let pending = PendingWait(for: target)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let id = beginWait(for: target, by: waiter, path: path) { outcome in
                    pending.settle(outcome) { continuation.resume() }
                }
                start()
                pending.began(id) { continuation.resume() }
            }
        } onCancel: {
            pending.cancel()
        }
        guard let outcome = pending.outcome else { throw CancellationError() }
        return outcome
    }
}

/// The wait of one task, which ends with its target or by cancellation, whichever comes first.
private final class PendingWait: Sendable {
    private struct State {
        var id: Int?
        var resumeCancelled: (@Sendable () -> Void)?
        var isCancelled = false
        var isSettled = false
        var outcome: WaitGraph.Outcome?
    }

    private let target: Build
    private let state = Lock(State())

    init(for target: Build) { self.target = target }

    /// Stores the number of the wait for a cancellation, which may have come already, as may the end.
    func began(_ id: Int?, resumeCancelled: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.id = id
            state.resumeCancelled = resumeCancelled
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    /// The result; `nil` if the wait was cancelled before.
    ///
    /// It is passed under the lock. A continuation that is resumed before its task suspends passes it by means that the
    /// thread sanitizer does not see.
    var outcome: WaitGraph.Outcome? { state.withLock { $0.outcome } }

    /// Ends the wait with its result, unless it was cancelled before.
    func settle(_ outcome: WaitGraph.Outcome, _ resume: () -> Void) {
        let isFirst = state.withLock { state in
            guard !state.isSettled else { return false }
            (state.isSettled, state.outcome) = (true, outcome)
            return true
        }
        if isFirst { resume() }
    }

    func cancel() {
        let cancelled = state.withLock { state -> (wait: WaitGraph.Wait, resume: @Sendable () -> Void)? in
            state.isCancelled = true
            guard let id = state.id, !state.isSettled, let resume = state.resumeCancelled else { return nil }
            guard let wait = WaitGraph.cancel(id, for: target) else { return nil }
            state.isSettled = true
            return (wait, resume)
        }
        // The wait may hold the last reference to an instance: it is released here, under no lock.
        cancelled?.resume()
    }
}
