public import Synchronization

extension Container {
    /// The process-wide container.
    ///
    /// Its first use makes the registrations of ``AutoRegistering``; other threads that use it meanwhile wait.
    public static let main = Container(main: ())

    /// The container that answers the requests that name no container.
    ///
    /// The current container is the innermost of these: the container that is building something on this thread or in
    /// this task; the one bound by ``withContainer(_:operation:)``; and ``main``.
    ///
    /// - Complexity: O(1).
    @inlinable
    public static var current: Container { withCurrent { $0 } }

    /// Calls `body` with the current container, and counts no reference to it unless a task has bound it: threads that
    /// count references to `main` at once slow each other down.
    @inlinable @inline(__always)
    static func withCurrent<Result>(_ body: (Container) -> Result) -> Result {
        if let building = Borrowed<Container>(ThreadLocal.record.top.context) { return building.use(body) }
        if TaskContext.isUsed.load(ordering: .relaxed), let bound = ofTask { return body(bound) }
        return Borrowed(main).use(body)
    }

    @usableFromInline
    static var ofTask: Container? { TaskContext.current.container }
}

extension Waiter {
    /// The build that requests of the calling thread and task are made for.
    static var current: Waiter { ThreadLocal.record.waiter }
}

extension ThreadRecord {
    /// The build that requests of the thread, which is the calling one, and of its task are made for.
    var waiter: Waiter {
        if let build = makeInnermostBuild() { return Waiter(build: build) }
        return TaskContext.current.frame?.waiter ?? Waiter()
    }
}

extension Dependencies {
    /// The dependencies that requests of the calling thread and task are noted in.
    static var current: Dependencies? { current(on: ThreadLocal.record) }

    /// The dependencies that requests of the calling thread, which has the record, and of its task are noted in.
    static func current(on record: ThreadRecord) -> Dependencies? {
        record.dependencies ?? TaskContext.current.frame?.content?.dependencies
    }

    /// Records that what the calling thread, which has the record, or its task is building was given the instance.
    func noteGiven(on record: ThreadRecord) { Dependencies.current(on: record)?.note(self) }
}
