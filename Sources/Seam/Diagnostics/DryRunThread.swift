internal import Synchronization

/// One build of a dry run, or several in turn, on threads that may be left behind.
///
/// A thread that asks with `resolve` for a service that cannot be built is left where it is. Its tasks continue on
/// another thread. Tasks that take too long continue after the dry run.
final class DryRunThread: ThreadedExecutor {
    /// The progress: the number of the registration in work, the failures, and the error that has stopped it.
    struct Outcome: Sendable {
        var index: Int
        fileprivate var checkedIndex: Int?
        var failures: [Int: ResolutionError] = [:]
        var stop: ResolutionError?
        /// Whether the registration in work has taken too long.
        var isLate = false
    }

    private let outcome: Lock<Outcome>
    private let end = ThreadSignal<Void>()
    private let recorder: Weak<DryRunRecorder>
    /// Whether the thread that waits for the builds is on the main actor.
    private let occupiesMainActor = MainActorCheck.isOnMainActor
    private let missesMainActor = Atomic<Bool>(false)
    let jobs = JobQueue(threads: 1)

    /// - Parameter index: The number of the first registration.
    init(_ recorder: DryRunRecorder, first index: Int = 0) {
        self.recorder = Weak(recorder)
        outcome = Lock(Outcome(index: index))
    }

    var isOver: Bool { recorder.object?.isOver ?? true }

    /// Whether a build has failed because the main actor waits for it.
    var hasMissedMainActor: Bool { missesMainActor.load(ordering: .relaxed) }

    func willAwaitMainActor() throws(MainActorOccupied) {
        guard occupiesMainActor else { return }
        missesMainActor.store(true, ordering: .relaxed)
        throw MainActorOccupied()
    }

    /// The time after which a registration is left unchecked.
    private static let patience = Duration.seconds(1)

    /// Notes the registration that is in work now.
    ///
    /// - Returns: Whether it may be built; `false` after one has taken too long.
    func begin(_ index: Int) -> Bool {
        outcome.withLock { outcome in
            guard !outcome.isLate else { return false }
            outcome.index = index
            return true
        }
    }

    func note(_ failure: ResolutionError, at index: Int) { outcome.withLock { $0.failures[index] = failure } }

    /// Runs `body` on a new thread, and waits until it returns or stops.
    ///
    /// The closure is released before the caller goes on: it holds the copied container, and what factories capture.
    ///
    /// - Parameter hasLimit: Whether a registration is late after ``patience``; it may take up to twice as long.
    func run(hasLimit: Bool = false, _ body: @escaping @Sendable () -> Void) -> Outcome {
        let call = OneCall(body)
        startThread {
            call.take()?()
            self.end.send(())
        }
        if hasLimit {
            while end.wait(atMost: Self.patience) == nil, !noteIfLate() {}
        } else {
            end.wait()
        }
        return outcome.withLock { $0 }
    }

    /// Notes that the registration in work is late, if it was in work at the last call, too.
    ///
    /// - Returns: Whether it is late.
    private func noteIfLate() -> Bool {
        outcome.withLock { outcome in
            outcome.isLate = outcome.index == exchange(&outcome.checkedIndex, with: outcome.index)
            return outcome.isLate
        }
    }

    /// Runs `body` in a task, and waits until it returns or stops, or the time is over.
    ///
    /// The closure is released as that of ``run(hasLimit:_:)`` is.
    func runTask(_ body: @escaping @Sendable () async -> Void) -> Outcome? {
        let call = OneCall(body)
        let task = Task(executorPreference: self) {
            await call.take()?()
            self.end.send(())
        }
        guard end.wait(atMost: Self.patience) != nil else {
            task.cancel()
            return nil
        }
        return outcome.withLock { $0 }
    }
}

// MARK: - The stop

extension DryRunThread {
    /// Ends the builds of the thread, and leaves the thread where it is.
    func programStops(with error: any Error) {
        guard let error = error as? ResolutionError else { return }
        Stack().abandonBuilds(after: error)
        outcome.withLock { $0.stop = $0.stop ?? error }
        end.send(())
        startThreads(jobs.leaveThread())
        parkThread()
    }
}
