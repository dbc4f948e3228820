internal import Dispatch

/// A value that one thread delivers once, and that another thread waits for.
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
    func wait(atMost duration: Duration) -> Value? {
        let (seconds, attoseconds) = duration.components
        let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        _ = semaphore.wait(timeout: deadline)
        return value
    }

    private var value: Value? { delivered.withLock(\.self) }
}
