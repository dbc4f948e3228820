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
    package func wait(for expected: Int) {
        while count < expected { CurrentThread.yield() }
    }

    /// Gives other tasks the turn until the count is reached.
    package func reaches(_ expected: Int) async {
        while count < expected { await Task.yield() }
    }
}
