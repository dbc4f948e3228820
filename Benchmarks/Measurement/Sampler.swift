/// Takes many short samples, of both sides of a comparison in turns.
struct Sampler: Sendable {
    /// The number of samples of each side.
    let rounds: Int
    /// The least time of one sample: long against reading the clock, short against a time slice of the scheduler.
    let sampleDuration: Duration

    static let thorough = Sampler(rounds: 1001, sampleDuration: .microseconds(100))
    static let quick = Sampler(rounds: 151, sampleDuration: .microseconds(60))

    /// A sampler with more or fewer rounds, but at least eleven.
    func taking(_ factor: Double) -> Sampler {
        Sampler(rounds: max(11, Int(Double(rounds) * factor)), sampleDuration: sampleDuration)
    }
}

extension Sampler {
    /// Measures both sides; which of them goes first changes from round to round.
    ///
    /// The samples of both sides take equally long, so that both are disturbed equally often.
    func samples(of pair: Pair) -> PairedSamples {
        let duration = max(
            sampleDuration,
            duration(of: pair.floor, repeating: 1),
            duration(of: pair.seam, repeating: 1)
        )
        let floorBatch = batchSize(for: pair.floor, filling: duration)
        let seamBatch = batchSize(for: pair.seam, filling: duration)
        let floor = { nanoseconds(of: pair.floor, repeating: floorBatch) / Double(pair.operations) }
        let seam = { nanoseconds(of: pair.seam, repeating: seamBatch) / Double(pair.operations) }
        var samples = PairedSamples()
        for round in 0..<rounds {
            guard round.isMultiple(of: 2) else {
                let measured = seam()
                samples.append(floor: floor(), measured: measured)
                continue
            }
            let first = floor()
            samples.append(floor: first, measured: seam())
        }
        return samples
    }

    /// The number of repetitions that fill one sample, found by trying, which is also the warm-up.
    func batchSize(for body: (Int) -> Void) -> Int {
        batchSize(for: body, filling: sampleDuration)
    }

    /// A body that takes no time, because the optimiser left nothing of it, never fills a sample: there is an end.
    private func batchSize(for body: (Int) -> Void, filling target: Duration) -> Int {
        let limit = 1 << 32
        body(1)
        var size = 1
        while true {
            let duration = duration(of: body, repeating: size)
            if duration >= target * 0.9 || size >= limit { return size }
            let missing = target.nanoseconds / max(duration.nanoseconds, 1)
            size = max(size + 1, Int((Double(size) * min(missing, 10)).rounded()))
        }
    }

    /// The undisturbed time of a batch: the fastest of three.
    private func duration(of body: (Int) -> Void, repeating count: Int) -> Duration {
        (0..<3).map { _ in ContinuousClock().measure { body(count) } }.min() ?? .zero
    }

    private func nanoseconds(of body: (Int) -> Void, repeating count: Int) -> Double {
        ContinuousClock().measure { body(count) }.nanoseconds / Double(count)
    }
}

/// The two sides of a comparison.
///
/// Each is a batch: it repeats one call of a function that is never inlined, a given number of times.
struct Pair {
    let floor: (Int) -> Void
    let seam: (Int) -> Void
    /// The number of operations of one repetition.
    let operations: Int

    init(operations: Int = 1, floor: @escaping (Int) -> Void, seam: @escaping (Int) -> Void) {
        self.operations = operations
        self.floor = floor
        self.seam = seam
    }

    /// A pair whose samples of Seam take turns between several callers that do the same work.
    ///
    /// A call takes a seventh longer if the caller and the called function have the same offset in their pages of
    /// memory. The linker decides that, and the median of an odd number of callers hides one of them.
    init(floor: @escaping (Int) -> Void, callers: [(Int) -> Void]) {
        var turns = 0
        self.init(floor: floor) { count in
            callers[turns % callers.count](count)
            turns += 1
        }
    }
}
