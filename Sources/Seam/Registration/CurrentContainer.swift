public import Synchronization

/// The things that a task inherits: the container that is bound, and the async factory that it works for.
///
/// The one task-local of the library. Reading a task-local costs as much as half an instance, so nobody does before
/// the first one was ever bound: `isUsed` is set then, once and for ever.
@usableFromInline
struct TaskContext: Sendable {
    /// The container bound by `withContainer`, if that is inside the factory.
    let bound: Container?
    let frame: TaskFrame?

    @TaskLocal private static var value: TaskContext?

    @usableFromInline static let isUsed = Atomic<Bool>(false)

    /// The context that the current task has inherited.
    static var current: TaskContext? {
        isUsed.load(ordering: .relaxed) ? value : nil
    }

    /// Calls `operation` with this context inherited by it and the tasks that it creates.
    func inherited<Result>(during operation: () throws -> Result) rethrows -> Result {
        Self.isUsed.store(true, ordering: .relaxed)
        return try Self.$value.withValue(self, operation: operation)
    }

    /// Calls an async operation with this context inherited by it, on the caller's actor.
    func inherited<Result>(
        isolation: isolated (any Actor)?,
        during operation: () async throws -> Result
    ) async rethrows -> Result {
        Self.isUsed.store(true, ordering: .relaxed)
        return try await Self.$value.withValue(self, operation: operation, isolation: isolation)
    }
}

extension Container {
    /// The process-wide container.
    public static let main = Container(main: ())

    /// The container that requests without one go to.
    ///
    /// The innermost of: the container that is building something on this thread, or in this task; the one bound by
    /// ``withContainer(_:operation:)``; and ``main``.
    ///
    /// - Complexity: O(1).
    @inlinable
    public static var current: Container {
        if let building = ThreadLocal.record.container { return building }
        return TaskContext.isUsed.load(ordering: .relaxed) ? inherited : main
    }

    /// The container that the task inherits.
    @usableFromInline
    static var inherited: Container {
        guard let context = TaskContext.current else { return main }
        return context.bound ?? context.frame?.currentContainer ?? main
    }
}

extension Waiter {
    /// The build that requests of the calling thread and task are made for.
    static var current: Waiter {
        if let build = ThreadLocal.record.build { return Waiter(build: build) }
        return TaskContext.current?.frame?.waiter ?? Waiter()
    }
}
