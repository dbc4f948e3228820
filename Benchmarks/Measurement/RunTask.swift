import Dispatch

/// Runs work in a task and waits on this thread until it is done.
func runTask(_ work: @escaping @Sendable () async -> Void) {
    let finished = DispatchSemaphore(value: 0)
    Task.detached {
        await work()
        finished.signal()
    }
    finished.wait()
}
