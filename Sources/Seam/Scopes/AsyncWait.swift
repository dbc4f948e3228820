extension WaitGraph {
    /// Suspends the calling task until `target` is finished, the wait was one too many in a circle, or the task is
    /// cancelled.
    static func wait(
        for target: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        isFinal: Bool = false
    ) async throws(CancellationError) -> Outcome {
        let pending = PendingWait(for: target)
        let outcome: Outcome? = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome?, Never>) in
                let id = wait(for: target, by: waiter, path: path, isFinal: isFinal) { outcome in
                    pending.settle { continuation.resume(returning: outcome) }
                }
                pending.began(id) { continuation.resume(returning: nil) }
            }
        } onCancel: {
            pending.cancel()
        }
        guard let outcome else { throw CancellationError() }
        return outcome
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

    private let target: Build
    private let state = Lock(State())

    init(for target: Build) { self.target = target }

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
            guard WaitGraph.cancel(id, for: target) else { return nil }
            state.isSettled = true
            return resume
        }
        resume?()
    }
}
