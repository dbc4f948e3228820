internal import Synchronization

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
/// The lock is not recursive. A body must be short, and must run no user code: it must not even release a user's
/// object.
struct Lock<State: Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the address: the state there is read and written only while the lock is held, and the parts
    // that a body returns are Sendable as the state is. The memory is freed with the lock, which has no users by then.
    private let storage: LockStorage<State>

    init(_ initial: consuming State) {
        storage = .make(initial)
    }

    deinit { storage.destroy() }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Throws: The error of `body`.
    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        try storage.withLock(body)
    }
}

/// A ``Lock`` that is made on first use, for owners of which most never use it.
struct DeferredLock<State: Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked for the reason of `Lock`. The address is 0 until the lock is made, and never changes again. It is
    // stored after the memory was initialised, and loaded with acquiring ordering.
    private let address = Atomic<UInt>(0)

    deinit { storage?.destroy() }

    private var storage: LockStorage<State>? {
        unsafe UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring))
            .map { unsafe LockStorage(address: $0) }
    }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Parameter initial: The state to begin with. Several threads that come first may each make one; one is used.
    func withLock<Result>(initial: @autoclosure () -> State, _ body: (inout State) -> Result) -> Result {
        (storage ?? adopt(.make(initial()))).withLock(body)
    }

    /// Calls `body` with the state if the lock is made already; returns `nil` if not.
    func withLockIfMade<Result>(_ body: (inout State) -> Result) -> Result? {
        storage?.withLock(body)
    }

    private func adopt(_ fresh: LockStorage<State>) -> LockStorage<State> {
        let exchange = unsafe address.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: fresh.address),
            ordering: .acquiringAndReleasing
        )
        guard let winner = unsafe UnsafeMutableRawPointer(bitPattern: exchange.original) else { return fresh }
        fresh.destroy()
        return unsafe LockStorage(address: winner)
    }
}

// MARK: - Memory

/// The memory of a lock and the state that it guards: one block, which its owner makes and destroys.
///
/// Used instead of `Synchronization.Mutex`: on Linux the thread sanitizer does not see how a `Mutex` synchronises
/// threads, and reports each use as a race. This type is needed until the sanitizer sees it.
@safe
private struct LockStorage<State: Sendable> {
    let address: UnsafeMutableRawPointer

    /// The distance of the state from the address: the state follows the mutex, aligned.
    private static var offset: Int {
        let alignment = MemoryLayout<State>.alignment
        return unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    }

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        unsafe address.assumingMemoryBound(to: pthread_mutex_t.self)
    }

    private var state: UnsafeMutablePointer<State> {
        unsafe (address + Self.offset).assumingMemoryBound(to: State.self)
    }

    static func make(_ initial: consuming State) -> Self {
        let address = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<State>.size,
            alignment: max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<State>.alignment)
        )
        let mutex = unsafe address.bindMemory(to: pthread_mutex_t.self, capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        let status = unsafe pthread_mutex_init(mutex, nil)
        precondition(status == 0, "The system has no resources left for a lock.")
        unsafe (address + offset).bindMemory(to: State.self, capacity: 1).initialize(to: initial)
        return unsafe Self(address: address)
    }

    func destroy() {
        unsafe pthread_mutex_destroy(mutex)
        unsafe state.deinitialize(count: 1)
        unsafe address.deallocate()
    }

    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&state.pointee)
    }
}
