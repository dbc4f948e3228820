/// Where threads wait until all of them are there.
final class ThreadMuster: Sendable {
    private let missing: Guarded<Int>
    private let gate = ThreadGate()

    init(size: Int) { missing = Guarded(size) }

    /// Blocks until as many threads have arrived as were expected.
    func arrive() {
        let isComplete = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isComplete { gate.open() } else { gate.pass() }
    }
}
