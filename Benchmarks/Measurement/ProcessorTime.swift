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

/// The processor time of the programs that this one started and that have ended.
enum ChildProcessTime {
    /// The processor time that a piece of work adds.
    ///
    /// Processor time rather than time: a compiler that waits for its turn on a busy machine has not worked.
    static func measure(_ work: () throws -> Void) rethrows -> Duration {
        let before = total
        try work()
        return total - before
    }

    private static var total: Duration {
        /// `RUSAGE_CHILDREN`, whose imported type is not the same on every system.
        let endedChildren: Int32 = -1
        var usage = rusage()
        guard getrusage(endedChildren, &usage) == 0 else { return .zero }
        return duration(usage.ru_utime) + duration(usage.ru_stime)
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(Int(time.tv_sec)) + .microseconds(Int(time.tv_usec))
    }
}
