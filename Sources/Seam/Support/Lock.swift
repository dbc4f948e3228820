internal import Synchronization

/// A lock and the state that it guards: a `Mutex` that the thread sanitizer sees.
///
/// The lock is not recursive. A body must be short, and must run no user code: it must not even release a user's
/// object.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    /// Read first and written last by whoever holds the mutex.
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
        // A mutex returns only what no other thread can reach, which the compiler cannot know of a `Result`.
        var result: Result?
        try mutex.withLock { state throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            result = try body(&state)
        }
        // Set, since the body has not thrown.
        return unsafe result.unsafelyUnwrapped
    }
}

/// A ``Lock`` that is made on first use, for owners of which most never use it.
struct DeferredLock<State: Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the address: it is 0 until the lock is made, and never changes again. It is stored after the
    // lock was initialised, and loaded with acquiring ordering. The memory is freed with this value, which has no users
    // by then.
    private let address = Atomic<UInt>(0)

    deinit {
        if let lock = unsafe lock { unsafe Self.destroy(lock) }
    }

    private var lock: UnsafeMutablePointer<Lock<State>>? {
        unsafe UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Parameter initial: The state to begin with. Several threads that come first may each make one; one is used.
    func withLock<Result>(initial: @autoclosure () -> State, _ body: (inout State) -> Result) -> Result {
        unsafe (lock ?? make(initial())).pointee.withLock(body)
    }

    /// Calls `body` with the state if the lock is made already; returns `nil` if not.
    func withLockIfMade<Result>(_ body: (inout State) -> Result) -> Result? {
        unsafe lock?.pointee.withLock(body)
    }

    private func make(_ initial: State) -> UnsafeMutablePointer<Lock<State>> {
        let fresh = UnsafeMutablePointer<Lock<State>>.allocate(capacity: 1)
        unsafe fresh.initialize(to: Lock(initial))
        let exchange = address.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: fresh),
            ordering: .acquiringAndReleasing
        )
        guard let winner = unsafe UnsafeMutablePointer<Lock<State>>(bitPattern: exchange.original) else {
            return unsafe fresh
        }
        unsafe Self.destroy(fresh)
        return unsafe winner
    }

    private static func destroy(_ lock: UnsafeMutablePointer<Lock<State>>) {
        unsafe lock.deinitialize(count: 1)
        unsafe lock.deallocate()
    }
}
