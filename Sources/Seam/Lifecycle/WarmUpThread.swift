/// The builds of a warm-up that a thread makes, one after the other.
///
/// The thread may run while tasks of the warm-up do: it may start before they have ended, and it leaves a singleton
/// that has become async, or one of the main actor, to a task. As long as a task is under way, a build is put off if it
/// needs an instance that is not ready. Afterwards, a build that needs the main actor is left to a task, which makes it
/// there at the very end. If a factory has asked with `resolve`, which cannot throw, its thread is left where it is, as
/// in a dry run: the build is given up, so that nobody waits for it, and the others are made on another thread.
final class WarmUpThread: ThreadSupervisor {
    private struct State {
        var waiting: Queue<Int>
        var putOff: [Int] = []
        /// The builds that need the main actor.
        var leftToMainActor: [Int] = []
        var current: Int?
        /// Whether the current build was begun while a task was under way.
        var isEarly = true
        var isRunning = false
        /// The number of tasks under way: one for the earlier stages, and one for each build that was left to a task.
        var tasks = 1
    }

    private let state: Lock<State>
    private let work: WarmUpWork

    /// - Parameter indices: The places of the thread's singletons in the work.
    init(_ indices: [Int], _ work: WarmUpWork) {
        state = Lock(State(waiting: Queue(indices)))
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
    private func leaveToTask(_ indices: [Int]) {
        state.withLock { $0.tasks += 1 }
        Task {
            for index in indices { await work.buildInTask(index) }
            taskHasEnded()
        }
    }

    /// Notes the end of a task; after the last one, makes the builds that are left, those that were put off as well.
    func taskHasEnded() {
        let isLast = state.withLock { state in
            state.tasks -= 1
            guard state.tasks == 0 else { return false }
            for index in state.putOff { state.waiting.append(index) }
            state.putOff = []
            return true
        }
        if isLast { start() }
    }

    /// Starts a thread, which first ends the outermost request of the one that is left behind: the instances that are
    /// built stay, and their `onResolved` hooks run.
    private func goOn(ending request: Resolution? = nil) {
        startThread {
            if let request { ThreadLocal.record.with(request) { request.endLeftBehind() } }
            while let index = self.next() { self.run(index) }
        }
    }

    /// The next service to build; `nil` if there is none, and the thread ends.
    private func next() -> Int? {
        let isOver = work.progress.isOver
        let (next, last) = state.withLock { state -> (Int?, last: [Int]) in
            guard !isOver, let index = state.waiting.popFirst() else {
                state.isRunning = false
                return (nil, exchange(&state.leftToMainActor, with: []))
            }
            (state.current, state.isEarly) = (index, state.tasks > 0)
            return (index, [])
        }
        if !last.isEmpty { leaveToTask(last) }
        return next
    }

    private func run(_ index: Int) {
        do throws(ResolutionError) {
            if try work.buildOnThread(index) { work.progress.finish(index, .success(())) } else { leaveToTask([index]) }
        } catch {
            if !putsOff(error) { work.progress.finish(index, .failure(error)) }
        }
    }

    /// Puts the current build off, if it needs an instance that a task may still build, or the main actor.
    private func putsOff(_ error: ResolutionError) -> Bool {
        guard error.code == .requiresAsync || error.code == .requiresMainActor else { return false }
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
        guard let error = error as? ResolutionError, putsOff(error) else { return }
        let stack = Stack()
        stack.abandonBuilds(after: error)
        goOn(ending: stack.currentResolution)
        parkThread()
    }
}
