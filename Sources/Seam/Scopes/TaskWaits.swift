extension WaitGraph {
    /// Suspends the calling task until `target` is finished, or the wait is ended because it is part of a circle.
    ///
    /// - Parameter start: Called after the wait has begun, or has ended at once. So if `start` begins the build, the
    ///   wait does not miss the end of the build.
    /// - Throws: If the task is cancelled while it waits.
    static func wait(
        for target: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        start: () -> Void = {}
    ) async throws(CancellationError) -> Outcome {
        let pending = PendingWait(for: target)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (task: CheckedContinuation<Void, Never>) in
                let id = beginWait(for: target, by: waiter, path: path) { outcome in
                    pending.end(with: outcome)
                    task.resume()
                }
                start()
                if let id { pending.began(id, task) }
            }
        } onCancel: {
            pending.cancel()
        }
        guard let outcome = pending.outcome else { throw CancellationError() }
        return outcome
    }
}

/// The wait of one task; it ends with its target or by cancellation, whichever removes it from the graph first.
private final class PendingWait: Sendable {
    private struct State {
        /// The number of the wait and its task, once it has begun.
        var begun: (id: Int, task: CheckedContinuation<Void, Never>)?
        var isCancelled = false
        var outcome: WaitGraph.Outcome?
    }

    private let target: Build
    private let state = Lock(State())

    init(for target: Build) { self.target = target }

    /// Stores the wait, so that a cancellation can end it; the cancellation or the end may have come already.
    func began(_ id: Int, _ task: CheckedContinuation<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.begun = (id, task)
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    /// The result; `nil` if the wait was cancelled before.
    ///
    /// The result is passed under the lock. A continuation that is resumed before its task suspends would pass it by
    /// means that the thread sanitizer does not see.
    var outcome: WaitGraph.Outcome? { state.withLock { $0.outcome } }

    func end(with outcome: WaitGraph.Outcome) { state.withLock { $0.outcome = outcome } }

    func cancel() {
        let begun = state.withLock { state in
            state.isCancelled = true
            return state.begun
        }
        // The wait may hold the last reference to an instance: it is released here, under no lock.
        guard let begun, let wait = WaitGraph.cancel(begun.id, for: target) else { return }
        begun.task.resume()
        withExtendedLifetime(wait) {}
    }
}
