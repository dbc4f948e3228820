/// The jobs of an executor that has threads of its own, outside the pool of the language.
///
/// A thread ends when no job is left, and later jobs need another one. So a task may be resumed at any time, however
/// long it was suspended.
final class JobQueue: Sendable {
    private struct State {
        var jobs = Queue<UnownedJob>()
        /// The number of threads that run jobs.
        var threads = 0
    }

    private let state = Lock(State())
    private let limit: Int

    /// - Parameter limit: The number of threads that run jobs at the same time, at most.
    init(threads limit: Int) { self.limit = limit }

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
        change { $0.threads -= 1 }
    }

    private func change(_ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            body(&state)
            guard state.threads < limit, !state.jobs.isEmpty else { return false }
            state.threads += 1
            return true
        }
    }

    /// Runs jobs on the calling thread until none is left.
    func run(on executor: some TaskExecutor) {
        while let job = nextJob() { unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }

    private func nextJob() -> UnownedJob? {
        state.withLock { state in
            let job = state.jobs.popFirst()
            if job == nil { state.threads -= 1 }
            return job
        }
    }
}
