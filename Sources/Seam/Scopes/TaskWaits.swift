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
