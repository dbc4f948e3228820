/// Holds threads back until all of them have arrived.
package final class Barrier: Sendable {
    private let arrived = Counter()
    private let gate = Gate()
    private let size: Int

    /// - Parameter size: The number of expected threads.
    package init(size: Int) { self.size = size }

    /// Blocks the calling thread until as many threads have arrived as are expected.
    ///
    /// - Returns: Whether all of them came before the ``Deadline``.
    @discardableResult
    package func arrive() -> Bool {
        guard arrived.increment() < size else {
            gate.open()
            return true
        }
        return gate.wait()
    }
}
