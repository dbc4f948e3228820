#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A lock and the state that it guards.
///
/// Stands in for `Synchronization.Mutex`, which on Linux hands over between threads in a way that the thread sanitizer
/// cannot see: it reports every use, and a proof that reports everything proves nothing. Not recursive; a body must be
/// short and run no user code, not even the release of a user's object.
struct Lock<State>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointers: `state` is read and written only while `mutex` is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let state: UnsafeMutablePointer<State>

    init(_ initial: State) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "The system has no resources left for a lock.")
        state = .allocate(capacity: 1)
        state.initialize(to: initial)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        state.deinitialize(count: 1).deallocate()
    }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Throws: What `body` throws.
    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }
}
