#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The memory of a lock and the state that it guards: one block, which its owner makes and destroys.
///
/// Stands in for `Synchronization.Mutex`, which on Linux hands over between threads in a way that the thread sanitizer
/// cannot see: it reports every use, and a proof that reports everything proves nothing.
struct LockStorage<State> {
    let address: UnsafeMutableRawPointer

    /// Where the state stands: behind the mutex, aligned.
    private static var offset: Int {
        let alignment = MemoryLayout<State>.alignment
        return (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    }

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        address.assumingMemoryBound(to: pthread_mutex_t.self)
    }

    private var state: UnsafeMutablePointer<State> {
        (address + Self.offset).assumingMemoryBound(to: State.self)
    }

    static func make(_ initial: State) -> Self {
        let address = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<State>.size,
            alignment: max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<State>.alignment)
        )
        let mutex = address.bindMemory(to: pthread_mutex_t.self, capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "The system has no resources left for a lock.")
        (address + offset).bindMemory(to: State.self, capacity: 1).initialize(to: initial)
        return Self(address: address)
    }

    func destroy() {
        pthread_mutex_destroy(mutex)
        state.deinitialize(count: 1)
        address.deallocate()
    }

    func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }
}
