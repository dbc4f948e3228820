internal import Dispatch

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Runs `body` on a thread of its own, outside the pool of the language's tasks.
///
/// The thread has as much room for requests as a main thread: a system may give other threads far less.
package func detachThread(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { unsafe pthread_attr_destroy(&attributes) }
    // The new thread takes over this reference, and releases it.
    let context = unsafe Unmanaged.passRetained(OneCall(body)).toOpaque()
    let status = unsafe startingThread { thread in
        unsafe pthread_create(
            thread,
            &attributes,
            { context in
                // The pointer is optional outside Apple's platforms.
                guard let context = unsafe context as UnsafeMutableRawPointer? else { return nil }
                unsafe Unmanaged<OneCall<@Sendable () -> Void>>.fromOpaque(context).takeRetainedValue().take()?()
                return nil
            },
            context
        )
    }
    // No precondition: its text is not printed by an optimised program.
    guard status == 0 else { fatalError("The system has no resources left for a thread of Seam.") }
}

/// The number of processors, which is that of the threads in the pool of the language's tasks.
var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Lets the calling thread sleep for less than a second.
func pauseThread(microseconds: Int) {
    assert(microseconds < 1_000_000)
    var duration = timespec(tv_sec: 0, tv_nsec: microseconds * 1_000)
    unsafe nanosleep(&duration, nil)
}

/// Leaves the calling thread where it is, for ever.
func parkThread() -> Never { ThreadSignal<Never>().wait() }

/// Calls `create` with room for the number of a thread, whose type differs between platforms and is not needed.
private func startingThread<Number>(_ create: (UnsafeMutablePointer<Number>) -> Int32) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(of: Number.self, capacity: 1) {
        unsafe create($0.baseAddress.unsafelyUnwrapped)
    }
}

/// A closure that another thread or task calls once.
///
/// The thread or task takes the closure out to call it, so the end of the call releases the closure. The thread or task
/// itself may end later than the caller that waits for the call, and must not keep the caller's objects alive.
final class OneCall<Body: Sendable>: Sendable {
    private let body: Lock<Body?>

    init(_ body: Body) { self.body = Lock(body) }

    func take() -> Body? { body.withLock { exchange(&$0, with: nil) } }
}

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
