/// An executor whose tasks are run by one thread, outside the pool of the language.
final class ThreadExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isFinished = false
        /// The signal that the thread waits for if there is no job.
        var waiter: ThreadSignal<Void>?
    }

    private let state = Lock(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    /// Ends ``run()`` as soon as no job is left.
    func finish() { change { $0.isFinished = true } }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.send(())
    }

    /// Runs jobs on the calling thread until ``finish()`` is called.
    func run() {
        while let job = nextJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for the next job; `nil` after the end.
    private func nextJob() -> UnownedJob? {
        while true {
            let signal = ThreadSignal<Void>()
            let (job, isFinished) = state.withLock { state -> (UnownedJob?, Bool) in
                guard state.jobs.isEmpty else { return (state.jobs.removeFirst(), false) }
                if !state.isFinished { state.waiter = signal }
                return (nil, state.isFinished)
            }
            if job != nil || isFinished { return job }
            signal.wait()
        }
    }
}
