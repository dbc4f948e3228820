/// The supervisor of a thread that the library has started: for a dry run, or for a warm-up.
protocol ThreadSupervisor: AnyObject, Sendable {
    /// The executor of the tasks that a request on this thread starts; the pool of the language if `nil`.
    var executor: (any TaskExecutor)? { get }

    /// Called on the thread, instead of stopping the program, when a request that cannot throw has failed.
    ///
    /// The program stops if this returns.
    func programStops(with error: any Error)

    /// Whether requests on the thread may wait for builds that tasks make: neither the main actor nor a task runs there.
    var mayWaitForTasks: Bool { get }
}

extension ThreadSupervisor {
    var executor: (any TaskExecutor)? { nil }

    func programStops(with error: any Error) {}

    var mayWaitForTasks: Bool { false }
}
