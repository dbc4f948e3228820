public import Synchronization

/// The context that a task inherits: the bound container, and the async factory that the task works for.
///
/// The library has no other task-local. Reading a task-local costs half as much as making an object. Therefore the
/// task-local is read only after a context was set for the first time: `isUsed` is set then, and stays set.
@usableFromInline
struct TaskContext: Sendable {
    /// The container bound by `withContainer`, if it was bound inside the factory.
    private(set) var bound: Container?
    /// The async factory that the task works for.
    private(set) var frame: TaskFrame?
    /// Whether an observer is being called, whose own requests are not reported.
    private(set) var isObserving = false

    /// The container that it binds, or that its factory builds in.
    var container: Container? { bound ?? frame?.currentContainer }

    /// The container that is bound here, or else outside the async factories that the task works for.
    var boundOutside: Container? { bound ?? frame?.content?.context.boundOutside }

    /// Whether nothing is bound, and the task works for nothing.
    var isEmpty: Bool { bound == nil && frame == nil && !isObserving }

    // Not an Optional, whose copies would be made by way of metadata.
    @TaskLocal private static var value = TaskContext()

    @usableFromInline static let isUsed = Atomic<Bool>(false)

    /// The context of the calling task.
    static var current: TaskContext {
        isUsed.load(ordering: .relaxed) ? value : TaskContext()
    }

    /// Whether the program has bound a container; the contexts of the library itself do not count.
    private static let isBoundByProgram = Atomic<Bool>(false)

    /// Notes that the program binds a container.
    static func programBinds() { raise(isBoundByProgram) }

    /// Sets a flag that stays set; writes it once, since cores that write one word all the time slow each other down.
    private static func raise(_ flag: borrowing Atomic<Bool>) {
        if !flag.load(ordering: .relaxed) { flag.store(true, ordering: .relaxed) }
    }

    /// Whether the calling task works for an observer.
    static var isObservingHere: Bool { current.isObserving }

    /// Whether the calling task has no context, although other parts of the program have bound a container.
    static var isMissingHere: Bool { isBoundByProgram.load(ordering: .relaxed) && value.isEmpty }

    /// Calls `operation` with this context, which the tasks that it creates inherit.
    func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
        Self.raise(Self.isUsed)
        return try Self.$value.withValue(self, operation: operation)
    }

    /// Calls an async operation with this context, on the actor that the operation is isolated to.
    ///
    /// Frames of builds win over contexts, so the task leaves them first.
    @inline(__always)
    func run<Result>(_ operation: @concurrent () async throws -> Result) async rethrows -> Result {
        Self.raise(Self.isUsed)
        await Self.leaveFrames()
        return try await Self.$value.withValue(self, operation: operation)
    }
}

extension TaskContext {
    /// Suspends the calling task if its thread is building something.
    ///
    /// The first part of a `Task.immediate` runs inside the frames of the synchronous factory that starts it. The
    /// factory cannot wait for the task, which is no part of its request: it is suspended.
    @inline(__always)
    static func leaveFrames() async {
        if ThreadLocal.record.isOccupied { await suspendWhileBuilding() }
    }

    /// Suspends the task until it runs on a thread that is building nothing.
    ///
    /// A yield has no effect if another thread takes it up before the task has suspended, so it is repeated. Among
    /// tasks of other priorities, many yields may have no effect: a task that is still in a factory then awaits another
    /// task, which sleeps. Both steps are repeated a limited number of times, since a program may run a loop of its own
    /// in a factory.
    private static func suspendWhileBuilding() async {
        for _ in 0..<100 {
            guard ThreadLocal.record.isBuilding else { return }
            await Task.yield()
        }
        for attempt in 0..<8 where ThreadLocal.record.nesting > 0 {
            await Task.detached { try? await Task.sleep(for: .microseconds(20 << attempt)) }.value
        }
    }
}

extension TaskContext {
    /// A copy of the context with another container.
    func binding(_ container: Container) -> TaskContext {
        TaskContext(bound: container, frame: frame, isObserving: isObserving)
    }

    /// The context inside a frame, or outside all frames, where no container is bound but the given one.
    func inside(_ frame: TaskFrame?, bound container: Container? = nil) -> TaskContext {
        TaskContext(bound: container, frame: frame, isObserving: isObserving)
    }

    /// A copy of the context for the call of an observer.
    var observing: TaskContext { TaskContext(bound: bound, frame: frame, isObserving: true) }
}
