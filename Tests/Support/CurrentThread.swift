import Foundation

/// The calling thread.
package enum CurrentThread {
    /// A number that no other living thread has.
    package static var id: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

    /// Lets other threads run, so that they meet the caller in the middle of its work.
    package static func yield() {
        for _ in 0..<3 { sched_yield() }
    }

    /// The processor time that the thread spends in `body`, however busy the machine is.
    package static func processorTime(_ body: () -> Void) -> Duration {
        let start = processorTime
        body()
        return processorTime - start
    }

    private static var processorTime: Duration {
        var time = timespec()
        precondition(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0, "The system measures no time of threads.")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
