/// A batch that several threads repeat at the same time.
struct ThreadedBatch: Sendable {
    private let body: @Sendable (Int) -> Void
    private let count: Int

    /// Finds out how many repetitions keep one thread busy for long enough to make its start unimportant.
    init(_ body: @escaping @Sendable (Int) -> Void) {
        self.body = body
        count = Sampler(rounds: 1, sampleDuration: .microseconds(500)).batchSize(for: body)
    }

    /// The time of each of these threads for its repetitions, in nanoseconds per repetition.
    func time(threads: Int) -> Double {
        ThreadTeam.time(threads: threads) { body(count) }.nanoseconds / Double(count)
    }
}
