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
/// The new thread gets the one reference to `body` that is taken here, and releases it.
func detachThread(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { unsafe pthread_attr_destroy(&attributes) }
    let context = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let status = unsafe createThread(&attributes, context)
    // No precondition: its text is not printed by an optimised program.
    guard status == 0 else { fatalError("The system has no resources left for a thread of Seam.") }
}

/// Lets the calling thread sleep for less than a second.
func pauseThread(microseconds: Int) {
    assert(microseconds < 1_000_000)
    var duration = timespec(tv_sec: 0, tv_nsec: microseconds * 1_000)
    unsafe nanosleep(&duration, nil)
}

/// Leaves the calling thread where it is, for ever.
func parkThread() -> Never { ThreadSignal<Never>().wait() }

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
/// Starts a thread that runs and releases the ``ThreadBody`` at `context`; returns an error number, or 0.
private func createThread(_ attributes: UnsafePointer<pthread_attr_t>, _ context: UnsafeMutableRawPointer) -> Int32 {
    var thread: pthread_t?
    return unsafe pthread_create(&thread, attributes, runThreadBody, context)
}

private func runThreadBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
#else
/// Starts a thread that runs and releases the ``ThreadBody`` at `context`; returns an error number, or 0.
private func createThread(_ attributes: UnsafePointer<pthread_attr_t>, _ context: UnsafeMutableRawPointer) -> Int32 {
    var thread = pthread_t()
    return unsafe pthread_create(&thread, attributes, runThreadBody, context)
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
#endif
