/// A lock and the state that it guards.
///
/// Not recursive; a body must be short and run no user code, not even the release of a user's object.
struct Lock<State>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the address: what stands there is read and written only while the lock is held.
    private let storage: LockStorage<State>

    init(_ initial: State) {
        storage = .make(initial)
    }

    deinit { storage.destroy() }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Throws: What `body` throws.
    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        try storage.withLock(body)
    }
}
