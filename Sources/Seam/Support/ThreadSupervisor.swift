/// The supervisor of a thread that the library has started: for a dry run, or for a warm-up.
protocol ThreadSupervisor: AnyObject, Sendable {
    /// The executor of the tasks that a request on this thread starts; the pool of the language if `nil`.
    var executor: (any TaskExecutor)? { get }

    /// Called on the thread, instead of stopping the program, when a request that cannot throw has failed.
    ///
    /// The program stops if this returns.
    func programStops(with error: any Error)
}

extension ThreadSupervisor {
    var executor: (any TaskExecutor)? { nil }

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
