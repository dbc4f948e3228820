/// The supervisor of a thread that the library has started: for a dry run, or for a warm-up.
protocol ThreadSupervisor: AnyObject, Sendable {
    /// The executor of the tasks that a request on this thread starts; the pool of the language if `nil`.
    var executor: (any TaskExecutor)? { get }

    /// Called before the work waits for the main actor.
    ///
    /// - Throws: ``MainActorOccupied`` if the main actor waits for the work itself.
    func willAwaitMainActor() throws(MainActorOccupied)

    /// Whether the work is over, so that nothing more may be called on the main actor for it.
    var isOver: Bool { get }

    /// Called on the thread, instead of stopping the program, when a request that cannot throw has failed.
    ///
    /// The program stops if this returns.
    func programStops(with error: any Error)
}

extension ThreadSupervisor {
    var executor: (any TaskExecutor)? { nil }

    func willAwaitMainActor() throws(MainActorOccupied) {}

    var isOver: Bool { false }

    /// Waits for the main actor, if the function that is about to be called belongs to it.
    ///
    /// - Parameter isolation: The actor of the function.
    /// - Throws: ``MainActorOccupied`` if there is no use in waiting; `CancellationError` if the task is cancelled
    ///   meanwhile, or if the work is over by then.
    func awaitActor(of isolation: (any Actor)?) async throws {
        if isolation is MainActor { try await awaitMainActor() }
    }

    /// Waits for the main actor, before something is called there.
    ///
    /// - Throws: The errors of ``awaitActor(of:)``.
    func awaitMainActor() async throws {
        try willAwaitMainActor()
        try await awaitTurnOnMainActor()
        if isOver { throw CancellationError() }
    }

    /// Runs `body` on a new thread under this supervisor.
    func startThread(_ body: @escaping @Sendable () -> Void) {
        detachThread {
            let record = ThreadLocal.record
            record.supervisor = self
            body()
            record.supervisor = nil
        }
    }
}

/// Waits for the main actor, before something is called there for a request of the calling thread.
///
/// - Throws: The errors of ``ThreadSupervisor/awaitActor(of:)``.
func awaitMainActorForRequest() async throws {
    guard let supervisor = ThreadLocal.record.supervisor else { return try await awaitTurnOnMainActor() }
    try await supervisor.awaitMainActor()
}

/// Calls `body` on the main actor for a request of the calling thread, and waits for it.
///
/// - Throws: What `body` throws; before it is called, the errors of ``ThreadSupervisor/awaitActor(of:)``.
func onMainActorForRequest<Result>(_ body: @escaping () throws -> Result) async throws -> Result {
    try await awaitMainActorForRequest()
    return try await onMainActor(body)
}

/// The main actor waits for the work that needs it.
struct MainActorOccupied: Error {}
