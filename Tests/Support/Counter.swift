import Synchronization

/// A number that any thread may change: of calls, of builds, of living objects.
package final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    package init() {}

    package var count: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Counts one more.
    ///
    /// - Returns: The new count: 1 for the first call.
    @discardableResult
    package func increment() -> Int { add(1) }

    /// Adds a difference, which may be negative.
    ///
    /// - Returns: The new count.
    @discardableResult
    package func add(_ difference: Int) -> Int {
        number.add(difference, ordering: .sequentiallyConsistent).newValue
    }

    /// Blocks the calling thread until the count is reached.
    ///
    /// - Returns: Whether it was reached before the ``Deadline``.
    @discardableResult
    package func wait(for expected: Int) -> Bool {
        let deadline = ContinuousClock.now + .seconds(Deadline.seconds)
        while count < expected, ContinuousClock.now < deadline { CurrentThread.yield() }
        return count >= expected
    }

    /// Gives other tasks the turn until the count is reached.
    ///
    /// - Returns: Whether it was reached before the ``Deadline``.
    @discardableResult
    package func reaches(_ expected: Int) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(Deadline.seconds)
        while count < expected, ContinuousClock.now < deadline { await Task.yield() }
        return count >= expected
    }

    /// Whether the count, now or when the other tasks have had their turn, is zero before the ``Deadline``.
    package var returnsToZero: Bool {
        get async {
            let deadline = ContinuousClock.now + .seconds(Deadline.seconds)
            while count != 0, ContinuousClock.now < deadline { await Task.yield() }
            return count == 0
        }
    }
}
