/// Threads that start their work at the same moment.
package enum ThreadGroup {
    /// Calls `work` on `count` threads of their own, which start together; blocks until all have ended.
    ///
    /// - Parameters:
    ///   - count: The number of threads.
    ///   - work: Receives the number of its thread.
    /// - Returns: The results, in the order of the threads' numbers.
    /// - Throws: The error of the first thread that threw, or ``StuckThread``.
    @discardableResult
    package static func run<Value: Sendable>(
        _ count: Int,
        _ work: @escaping @Sendable (Int) throws -> Value
    ) throws -> [Value] {
        let start = Barrier(size: count)
        let workers = (0..<count)
            .map { number in
                WorkerThread {
                    start.arrive()
                    return try work(number)
                }
            }
        return try workers.map { try $0.value() }
    }

    /// Calls `work` on `count` threads of their own, which start together; suspends until all have ended.
    ///
    /// - Returns: The results, in the order of the threads' numbers; `nil` if a thread misses the ``Deadline``.
    package static func results<Value: Sendable>(
        _ count: Int,
        _ work: @escaping @Sendable (Int) -> Value
    ) async -> [Value]? {
        await Deadline.result(onThread: { try? run(count, work) }) ?? nil
    }
}
