import Foundation

/// The processor time of this process: other work on the machine takes none of it.
enum ProcessorTime {
    /// The time that a piece of work takes, on all threads together.
    static func measure(_ work: () -> Void) -> Duration {
        let before = total
        work()
        return total - before
    }

    private static var total: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
}
