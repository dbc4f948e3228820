public import Synchronization

/// What a task inherits: the container that is bound, and the async construction under way.
///
/// The one task-local of the library. Reading a task-local costs as much as half an instance, so nobody does before
/// the first one was ever bound: `isUsed` is set then, once and for ever.
@usableFromInline
struct Ambient: Sendable {
    /// The innermost container of the task.
    let container: Container
    /// The async construction that the task works for.
    let activation: Activation?

    @TaskLocal private static var value: Ambient?

    @usableFromInline static let isUsed = Atomic<Bool>(false)

    /// What the current task has inherited.
    static var current: Ambient? {
        isUsed.load(ordering: .relaxed) ? value : nil
    }

    /// Calls `operation` with this value inherited by it and the tasks that it creates.
    func bound<Result>(during operation: () throws -> Result) rethrows -> Result {
        Self.isUsed.store(true, ordering: .relaxed)
        return try Self.$value.withValue(self, operation: operation)
    }

    /// The same for an async operation, on the caller's actor.
    func bound<Result>(
        isolation: isolated (any Actor)?,
        during operation: () async throws -> Result
    ) async rethrows -> Result {
        Self.isUsed.store(true, ordering: .relaxed)
        return try await Self.$value.withValue(self, operation: operation, isolation: isolation)
    }
}

extension Ambient {
    /// The construction that requests belong to, if it is still under way.
    var liveActivation: Activation? {
        guard let activation, !activation.isFinished else { return nil }
        return activation
    }
}
