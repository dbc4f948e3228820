/// The jobs of an executor that has threads of its own, outside the pool of the language.
///
/// One thread at a time runs the jobs. It ends when none is left, and the next job needs another thread. So a task may
/// be resumed at any time, however long it was suspended.
final class JobQueue: Sendable {
    private struct State {
        var jobs = Queue<UnownedJob>()
        /// Whether a thread runs the jobs.
        var hasThread = false
    }

    private let state = Lock(State())

    /// Adds a job.
    ///
    /// - Returns: Whether the caller has to start a thread that calls ``run(on:)``.
    func add(_ job: consuming ExecutorJob) -> Bool {
        let job = UnownedJob(job)
        return change { $0.jobs.append(job) }
    }

    /// Leaves the other jobs to another thread, because the calling one never ends its job.
    ///
    /// - Returns: Whether the caller has to start a thread that calls ``run(on:)``.
    func leaveThread() -> Bool {
        change { $0.hasThread = false }
    }

    private func change(_ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            body(&state)
            guard !state.hasThread, !state.jobs.isEmpty else { return false }
            state.hasThread = true
            return true
        }
    }

    /// Runs jobs on the calling thread until none is left.
    func run(on executor: some TaskExecutor) {
        while let job = nextJob() { unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }

    private func nextJob() -> UnownedJob? {
        state.withLock { state in
            state.hasThread = !state.jobs.isEmpty
            return state.jobs.popFirst()
        }
    }
}
