#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A value that one thread delivers once, and that another thread waits for.
///
/// The signal is a condition variable, since `Synchronization` has none.
@safe
final class ThreadSignal<Value: Sendable>: @unchecked Sendable {
    // Unchecked because of `value`, which is read and written only while `mutex` is held, and because of the pointers,
    // which never change. Both threads hold the object, so that its memory outlives the calls of either.

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value?

    init() {
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Delivers `value` to the waiting thread.
    func send(_ value: Value) {
        unsafe pthread_mutex_lock(mutex)
        self.value = value
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Blocks the calling thread until the value is there.
    func wait() -> Value {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let value { return value }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Blocks the calling thread until the value is there, at most for some seconds; `nil` if the time is over.
    func wait(seconds: Int) -> Value? {
        var deadline = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let value { return value }
            guard unsafe pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { return value }
        }
    }
}

/// Runs `body` on a thread of its own, outside the pool of the language's tasks.
///
/// The thread has as much room for requests as a main thread: a system may give other threads far less.
/// The new thread gets the one reference to `body` that is taken here, and releases it.
func detachThread(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { unsafe pthread_attr_destroy(&attributes) }
    let context = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let status = unsafe startThread(&attributes, context)
    precondition(status == 0, "The system has no resources left for a thread.")
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
/// Starts a thread that runs and releases the ``ThreadBody`` at `context`; returns an error number, or 0.
private func startThread(_ attributes: UnsafePointer<pthread_attr_t>, _ context: UnsafeMutableRawPointer) -> Int32 {
    var thread: pthread_t?
    return unsafe pthread_create(&thread, attributes, runThreadBody, context)
}

private func runThreadBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
#else
/// Starts a thread that runs and releases the ``ThreadBody`` at `context`; returns an error number, or 0.
private func startThread(_ attributes: UnsafePointer<pthread_attr_t>, _ context: UnsafeMutableRawPointer) -> Int32 {
    var thread = pthread_t()
    return unsafe pthread_create(&thread, attributes, runThreadBody, context)
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
#endif
