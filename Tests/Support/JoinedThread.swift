import Foundation

/// A thread that has ended, with everything that the system does at its end.
package enum JoinedThread {
    /// Calls `body` on a thread of its own, and waits for the end of the thread.
    ///
    /// - Parameter stackSize: The bytes of the thread's stack.
    package static func value<Value: Sendable>(
        stackSize: Int = 8 << 20,
        _ body: @escaping @Sendable () -> Value
    ) -> Value? {
        let outcome = Box<Value?>(nil)
        let work = ThreadWork {
            let value = body()
            outcome.withLock { $0 = value }
        }
        var thread = noThread
        let status = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            pthread_attr_init(&attributes[0])
            defer { pthread_attr_destroy(&attributes[0]) }
            pthread_attr_setstacksize(&attributes[0], stackSize)
            return pthread_create(&thread, &attributes[0], run, Unmanaged.passRetained(work).toOpaque())
        }
        precondition(status == 0, "The system has no resources left for a thread.")
        join(thread)
        return outcome.withLock { $0 }
    }
}

private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
private var noThread: pthread_t? { nil }

private func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body()
    return nil
}

private func join(_ thread: pthread_t?) {
    if let thread { pthread_join(thread, nil) }
}
#else
private var noThread: pthread_t { 0 }

private func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body() }
    return nil
}

private func join(_ thread: pthread_t) { pthread_join(thread, nil) }
#endif
