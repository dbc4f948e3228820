extension WaitGraph {
    /// Suspends the calling task until `target` is finished, or the wait is ended because it is part of a circle.
    ///
    /// - Throws: If the task is cancelled while it waits.
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

/// The wait of one task, which ends with its target or by cancellation, whichever comes first.
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

    /// Stores the number of the wait for a cancellation, which may have come already, as may the end.
    func began(_ id: Int?, resumeCancelled: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.id = id
            state.resumeCancelled = resumeCancelled
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    /// Ends the wait with its result, unless it was cancelled before.
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
