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
