internal import Synchronization

/// A ``Lock`` that is made when somebody first needs its state, for owners of which most never do.
struct DeferredLock<State>: ~Copyable, @unchecked Sendable {
    // Unchecked for the reason of `Lock`. The address is 0 until the lock is made, and never changes again.
    private let address = Atomic<UInt>(0)

    deinit { storage?.destroy() }

    private var storage: LockStorage<State>? {
        UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring)).map { LockStorage(address: $0) }
    }

    /// Calls `body` with the state, while no other thread has it.
    ///
    /// - Parameter initial: The state to begin with. Several threads that come first may each make one; one is used.
    func withLock<Result>(initial: @autoclosure () -> State, _ body: (inout State) -> Result) -> Result {
        (storage ?? adopt(.make(initial()))).withLock(body)
    }

    /// The same for a state that is there already; `nil` where it is not.
    func withLockIfMade<Result>(_ body: (inout State) -> Result) -> Result? {
        storage?.withLock(body)
    }

    private func adopt(_ fresh: LockStorage<State>) -> LockStorage<State> {
        let exchange = address.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: fresh.address),
            ordering: .acquiringAndReleasing
        )
        guard let winner = UnsafeMutableRawPointer(bitPattern: exchange.original) else { return fresh }
        fresh.destroy()
        return LockStorage(address: winner)
    }
}
