/// The number of elements at which a collection purges the useless ones: twice as many as the last purge has left.
///
/// So a purge costs O(1), amortized, for each element that is added.
struct PurgeLimit: Sendable {
    private var limit = 32

    func isReached(by count: Int) -> Bool { count >= limit }

    /// Sets the limit anew, after a purge.
    mutating func notePurge(leaving count: Int) { limit = max(32, count * 2) }
}
