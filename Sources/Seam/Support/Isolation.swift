internal import Dispatch

#if canImport(Darwin)
internal import Darwin
#endif

/// The check whether code runs on the main actor.
///
/// The check looks at the executor, since on Linux the main queue may run on any thread. On Apple's platforms, the main
/// thread counts as well.
enum MainActorCheck {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the calling code runs on the main actor.
    static var isOnMainActor: Bool {
        DispatchQueue.getSpecific(key: key) == true || isMainThread
    }
}

/// A closure of the main actor without its isolation.
///
/// - Precondition: Its callers run on the main actor, as ``MainActorCheck/isOnMainActor`` has said.
func unisolated<Result, each Argument>(
    _ body: @escaping @MainActor @Sendable (repeat each Argument) throws -> Result
) -> @Sendable (repeat each Argument) throws -> Result {
    // No value crosses an isolation here: caller and body run on one actor, one after the other. The cast is safe,
    // because the actor is part of a function's type, and not of its representation. In structures, both functions are
    // called alike.
    unsafe unsafeBitCast(Isolated(body: body), to: Unisolated<Result, repeat each Argument>.self).body
}

private struct Isolated<Result, each Argument> {
    let body: @MainActor @Sendable (repeat each Argument) throws -> Result
}

private struct Unisolated<Result, each Argument> {
    let body: @Sendable (repeat each Argument) throws -> Result
}

#if canImport(Darwin)
extension MainActorCheck {
    /// Whether the calling thread is the one that the main queue belongs to.
    private static var isMainThread: Bool { pthread_main_np() != 0 }
}
#else
extension MainActorCheck {
    /// Always false: the main queue may run on any thread.
    private static var isMainThread: Bool { false }
}
#endif

/// The task of the calling code.
enum CurrentTask {
    /// The hash of the task, which other living tasks hardly ever have; `nil` outside of tasks.
    static var number: Int? { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } }
}

// MARK: - Crossing isolation

/// A value that is passed to another isolation, if the compiler cannot see that this is safe.
struct UncheckedSendable<Value>: @unchecked Sendable {
    // Unchecked on purpose: a comment at each use says why the value has one user at a time, or that the user's program
    // shares it.
    let value: Value
}

/// Waits until the main actor is free.
///
/// To await a function of the actor would take as long, but a cancellation would not end that wait. The caller awaits
/// such a function next, for as long as the actor takes for what it was given meanwhile.
///
/// - Throws: `CancellationError` if the task is cancelled meanwhile.
func awaitTurnOnMainActor() async throws {
    guard !MainActorCheck.isOnMainActor else { return }
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    // Detached, since it stays after a cancellation: it inherits no container to hold.
    Task.detached(priority: Task.currentPriority) { @MainActor in turn.finish() }
    for await _ in turns {}
    try Task.checkCancellation()
}

/// Calls `body` on the main actor, and waits for it: so one side at a time uses what `body` captures and returns.
func onMainActor<Result, Failure: Error>(
    _ body: @escaping () throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await called(UncheckedSendable(value: body)).value
}

@MainActor
private func called<Result, Failure: Error>(
    _ body: UncheckedSendable<() throws(Failure) -> Result>
) throws(Failure) -> UncheckedSendable<Result> {
    UncheckedSendable(value: try body.value())
}

/// Awaits `body` on the main actor: the caller waits, so one side at a time uses what `body` captures and returns.
///
/// `body` runs there because a `nonisolated` async function runs on the actor of its caller (SE-0461).
func onMainActor<Result>(_ body: @escaping () async throws -> Result) async throws -> Result {
    try await awaited(UncheckedSendable(value: body)).value
}

@MainActor
private func awaited<Result>(
    _ body: UncheckedSendable<() async throws -> Result>
) async throws -> UncheckedSendable<Result> {
    // Without a synchronous call before it, Swift 6.3 calls `body` where the caller runs, up to its first suspension.
    MainActor.preconditionIsolated()
    return UncheckedSendable(value: try await body.value())
}
