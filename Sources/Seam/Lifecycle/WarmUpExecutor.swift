/// The executor of the tasks of all warm-ups, with as many threads of its own as the language's pool has.
///
/// A factory that blocks its thread then does not keep a warm-up from ending. There are more threads once a warm-up has
/// failed, for the builds in progress that wait for one.
final class WarmUpExecutor: ThreadedExecutor {
    static let shared = WarmUpExecutor()

    let jobs = JobQueue(threads: processorCount)

    private init() {}

    /// Lets as many threads run the jobs, from now on, as those of a dispatch queue.
    func addThreads() { startThreads(jobs.raiseLimit(to: 64)) }

    /// Lets the program stop.
    func programStops(with error: any Error) {}
}
