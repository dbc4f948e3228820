import Synchronization

/// Threads that start the same work at the same moment.
enum ThreadCrew {
    /// Calls `work` on `count` threads of their own, which start together.
    ///
    /// - Parameters:
    ///   - count: How many threads.
    ///   - work: Receives the number of its thread.
    /// - Returns: What each thread has returned, in the order of their numbers.
    /// - Throws: What the first of them threw, or ``StuckThread``.
    @discardableResult
    static func run<Value: Sendable>(
        _ count: Int,
        _ work: @escaping @Sendable (Int) throws -> Value
    ) throws -> [Value] {
        let start = ThreadMuster(size: count)
        let workers = (0..<count)
            .map { number in
                WorkerThread {
                    start.arrive()
                    return try work(number)
                }
            }
        return try workers.map { try $0.value() }
    }
}
