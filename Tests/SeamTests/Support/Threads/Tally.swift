import Synchronization

/// A number that any thread may count up.
final class Tally: Sendable {
    private let number = Atomic<Int>(0)

    /// How often was counted.
    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Counts one more.
    ///
    /// - Returns: The number of this one, starting with 1.
    @discardableResult
    func next() -> Int {
        number.add(1, ordering: .sequentiallyConsistent).newValue
    }
}
