internal import Dispatch

/// A value that a thread waits for, and that another thread delivers.
final class ThreadSignal<Value: Sendable>: Sendable {
    private let delivered = Lock<Value?>(nil)
    /// Signalled when the value is there.
    private let semaphore = DispatchSemaphore(value: 0)

    /// Delivers `value` to the waiting thread.
    func send(_ value: Value) {
        delivered.withLock { $0 = value }
        semaphore.signal()
    }

    /// Blocks the calling thread until the value is there.
    func wait() -> Value {
        while true {
            if let value { return value }
            semaphore.wait()
        }
    }

    /// Blocks the calling thread until the value is there, at most for some time; `nil` if the time is over.
    ///
    /// On Linux the time goes with the clock of the system, which may be set meanwhile.
    func wait(atMost duration: Duration) -> Value? {
        // A longer time is as good as no limit; it may have no components, and its seconds may exceed an Int of 32
        // bits.
        let (seconds, attoseconds) = min(duration, .seconds(1 << 30)).components
        let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        // The value tells whether the time is over: it may be delivered at the last moment.
        _ = semaphore.wait(timeout: deadline)
        return value
    }

    private var value: Value? { delivered.withLock(\.self) }
}
