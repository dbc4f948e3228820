internal import Synchronization

/// A lock and the state that it guards: a `Mutex` that the thread sanitizer sees.
///
/// The lock is not recursive. A body must be short, and must run no user code: it must not even release a user's
/// object.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    /// Read first and written last while the mutex is held.
    ///
    /// On Linux the thread sanitizer does not see how a `Mutex` synchronises threads, and would report each use as a
    /// race; it sees the order of these accesses. They cost nothing beside the lock, and are needed until the sanitizer
    /// sees the mutex.
    private let order = Atomic(false)

    init(_ initial: consuming sending State) { mutex = Mutex(initial) }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Throws: The error of `body`.
    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        // Outside the closure: a mutex returns only values that no other thread can reach, and the compiler cannot
        // prove this of a `Result`.
        var result: Result?
        try mutex.withLock { state throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            result = try body(&state)
        }
        // Set, since the body has not thrown.
        return unsafe result.unsafelyUnwrapped
    }

    /// Calls `body` as ``withLock(_:)`` does, and releases its result under no lock.
    ///
    /// For objects that the state loses, or that `body` has looked at: the release of a last reference runs a `deinit`.
    func withLockReleasing<Result>(_ body: (inout State) -> Result) { withExtendedLifetime(withLock(body)) {} }
}

extension Sequence {
    /// The elements in a new array, for reading after the lock is released.
    ///
    /// A reader that shared the array of a guarded state would be safe, but the thread sanitizer does not see that the
    /// reference count keeps writers from changing it in place.
    func unshared() -> [Element] { map { $0 } }
}
