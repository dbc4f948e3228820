/// The jobs of an executor that has threads of its own, outside the pool of the language.
///
/// A thread ends when no job is left, and later jobs need another one. So a task may be resumed at any time, however
/// long it was suspended.
final class JobQueue: Sendable {
    private struct State {
        var jobs: ArraySlice<UnownedJob> = []
        /// The number of threads that run jobs.
        var threads = 0
        /// The greatest number of them.
        var limit: Int
    }

    private let state: Lock<State>

    /// - Parameter limit: The number of threads that run jobs at the same time, at most.
    init(threads limit: Int) { state = Lock(State(limit: limit)) }

    /// Adds a job.
    ///
    /// - Returns: The number of threads that the caller has to start, each of which calls ``run(on:)``.
    func add(_ job: consuming ExecutorJob) -> Int {
        let job = UnownedJob(job)
        return change(startingAtMost: 1) { $0.jobs.append(job) }
    }

    /// Gives the place of the calling thread to another thread, because the job of the calling one never ends.
    ///
    /// May also be called by a thread that runs no job.
    ///
    /// - Returns: The number of threads that the caller has to start.
    func leaveThread() -> Int {
        change(startingAtMost: 1) { $0.threads = max(0, $0.threads - 1) }
    }

    /// Raises the number of threads that run jobs at the same time, if it is lower.
    ///
    /// - Returns: The number of threads that the caller has to start.
    func raiseLimit(to limit: Int) -> Int {
        change(startingAtMost: limit) { $0.limit = max($0.limit, limit) }
    }

    /// Changes the state.
    ///
    /// - Returns: The number of threads that the caller has to start for the waiting jobs; they are counted already.
    private func change(startingAtMost most: Int, _ body: (inout State) -> Void) -> Int {
        state.withLock { state in
            body(&state)
            let started = max(0, min(most, state.jobs.count, state.limit - state.threads))
            state.threads += started
            return started
        }
    }

    /// Runs jobs on the calling thread until none is left.
    ///
    /// The caller holds the executor until this returns, since the jobs refer to it without counting. Each job is taken
    /// out of the queue first, so it is run once.
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

/// An executor that runs its jobs on threads of its own.
protocol ThreadedExecutor: ThreadSupervisor, TaskExecutor {
    var jobs: JobQueue { get }
}

extension ThreadedExecutor {
    var executor: (any TaskExecutor)? { self }

    func enqueue(_ job: consuming ExecutorJob) { startThreads(jobs.add(job)) }

    /// Starts threads that run the waiting jobs.
    func startThreads(_ count: Int) {
        for _ in 0..<count { startThread { self.jobs.run(on: self) } }
    }
}
