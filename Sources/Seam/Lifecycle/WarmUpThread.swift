/// The builds of a warm-up that a thread makes, one after the other.
///
/// The thread may run while tasks of the warm-up do: it may start before they have ended, and it leaves a singleton
/// that has become async, or one of the main actor, to a task. As long as a task is under way, a build is put off if it
/// needs an instance that is not ready. A build that needs the main actor even then is left to a task, which makes it
/// there when everything else is over. If a factory has asked with `resolve`, which cannot throw, its thread is left
/// where it is, as in a dry run: the build is given up, so that nobody waits for it, and the others are made on another
/// thread.
final class WarmUpThread: ThreadSupervisor {
    private struct State {
        var waiting: ArraySlice<Int>
        var putOff: [Int] = []
        /// The builds that need the main actor.
        var leftToMainActor: [Int] = []
        var current: Int?
        /// Whether the current build was begun while a task was under way.
        var isEarly = true
        var isRunning = false
        /// The number of tasks under way: one for the earlier stages, and those that builds were left to.
        var tasks = 1
    }

    private let state: Lock<State>
    private let work: WarmUpWork

    /// - Parameter indices: The places of the thread's singletons in the work.
    init(_ indices: [Int], _ work: WarmUpWork) {
        state = Lock(State(waiting: indices[...]))
        self.work = work
    }

    /// Starts the thread, if it does not run and builds are waiting.
    func start() {
        let starts = state.withLock { state in
            guard !state.isRunning, !state.waiting.isEmpty else { return false }
            state.isRunning = true
            return true
        }
        if starts { goOn() }
    }

    /// Leaves builds to a task, which makes one after the other.
    private func leaveToTask(_ indices: [Int], onMainActor: Bool = false) {
        state.withLock { $0.tasks += 1 }
        Task(executorPreference: WarmUpExecutor.shared) {
            for index in indices { await self.work.buildInTask(index, onMainActor: onMainActor) }
            self.taskHasEnded()
        }
    }

    /// Leaves the builds that need the main actor to a task, if everything else is over.
    private func endOnMainActor() {
        let last = state.withLock { state -> [Int] in
            guard state.tasks == 0, !state.isRunning, state.waiting.isEmpty else { return [] }
            return exchange(&state.leftToMainActor, with: [])
        }
        if !last.isEmpty { leaveToTask(last, onMainActor: true) }
    }

    /// Notes the end of a task; after the last one, starts the builds that were put off or left to the main actor.
    func taskHasEnded() {
        let isLast = state.withLock { state in
            state.tasks -= 1
            guard state.tasks == 0 else { return false }
            state.waiting += exchange(&state.putOff, with: [])
            return true
        }
        guard isLast else { return }
        start()
        endOnMainActor()
    }

    /// Starts a thread.
    ///
    /// - Parameter first: Called on the thread before it builds anything.
    private func goOn(_ first: @escaping @Sendable () -> Void = {}) {
        startThread {
            first()
            while let index = self.next() { self.run(index) }
            self.endOnMainActor()
        }
    }

    /// The next service to build; `nil` if there is none, and the thread ends.
    private func next() -> Int? {
        let isOver = work.progress.isOver
        return state.withLock { state in
            guard !isOver, let index = state.waiting.popFirst() else {
                state.isRunning = false
                return nil
            }
            (state.current, state.isEarly) = (index, state.tasks > 0)
            return index
        }
    }

    private func run(_ index: Int) {
        var isPutOff = false
        do throws(ResolutionError) {
            let isBuilt = try ThreadLocal.record.withinOneRequest { () throws(ResolutionError) in
                do throws(ResolutionError) {
                    return try work.buildOnThread(index)
                } catch {
                    // Before the hooks run: after the failure of one, a second attempt would find no fault.
                    isPutOff = putsOff(error)
                    throw error
                }
            }
            guard isBuilt else { return leaveToTask([index]) }
            work.progress.finish(index, .success(()))
        } catch {
            if !isPutOff { work.progress.finish(index, .failure(error)) }
        }
    }

    /// Puts the current build off, if it needs an instance that a task may still build, or the main actor.
    ///
    /// - Returns: Whether it was put off.
    private func putsOff(_ error: ResolutionError) -> Bool {
        guard error.isOfMissingInstance else { return false }
        return state.withLock { state in
            guard let index = state.current else { return false }
            switch (state.isEarly, state.tasks) {
            case (true, 0): state.waiting.append(index)
            case (true, _): state.putOff.append(index)
            case (false, _) where error.code == .requiresMainActor: state.leftToMainActor.append(index)
            case (false, _): return false
            }
            return true
        }
    }

    func programStops(with error: any Error) {
        guard let index = state.withLock({ $0.current }), let error = error as? ResolutionError, putsOff(error) else {
            return
        }
        let (stack, isInHook) = (Stack(), work.isReady(index))
        let request = stack.currentResolution
        stack.abandonBuilds(after: error)
        goOn { [self] in
            // The instances that are built stay, and their `onResolved` hooks run. If the hook of the singleton itself
            // has stopped, it is dropped; otherwise a second attempt would find no fault.
            if let request { ThreadLocal.record.with(request) { request.endLeftBehind() } }
            if isInHook, work.isReady(index) { work.progress.finish(index, .failure(error)) }
        }
        parkThread()
    }
}

// MARK: - The tasks

/// The executor of the tasks of all warm-ups, with as many threads of its own as the language's pool has.
///
/// A factory that blocks its thread then does not keep a warm-up from ending. There are more threads once a warm-up has
/// failed, for the builds in progress that wait for one.
final class WarmUpExecutor: ThreadedExecutor {
    static let shared = WarmUpExecutor()

    let jobs = JobQueue(threads: processorCount)

    private init() {}

    /// Lets as many threads run the jobs, from now on, as those of a dispatch queue.
    func addThreads() { startThreads(jobs.raiseLimit(to: 64)) }

    /// Lets the program stop.
    func programStops(with error: any Error) {}
}
