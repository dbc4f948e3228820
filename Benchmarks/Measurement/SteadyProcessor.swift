/// Measures while the processor is as fast as it has been, so that the figures of one page belong together.
///
/// A processor that is shared with other machines changes its speed every few seconds. That slows both sides of a
/// comparison, but not in the same proportion.
final class SteadyProcessor {
    /// The time that a probe may take, in multiples of the fastest one.
    private static let tolerance = 1.1

    /// Nanoseconds of a fixed piece of work.
    private let probe: () -> Double
    /// The number of probes that are taken before the first measurement, and of those that one waits for.
    private let patience: Int
    private var fastest: Double?

    init(patience: Int = 1_000, probe: @escaping () -> Double = { Fastest.repetition(of: Workload.oneObject) }) {
        self.patience = patience
        self.probe = probe
    }
}

extension SteadyProcessor {
    /// Measures when the processor is fast; up to ten times, as long as it was slower before the measurement or after.
    func measure<Measured>(_ measure: () throws -> Measured) rethrows -> Measured {
        for _ in 1..<10 {
            let before = waitUntilFast()
            let measured = try measure()
            let after = takeProbe()
            if isFast(before), isFast(after) { return measured }
        }
        return try measure()
    }

    /// The first probe that is fast, or the last one.
    private func waitUntilFast() -> Double {
        if fastest == nil {
            for _ in 1..<patience { _ = takeProbe() }
        }
        var time = takeProbe()
        for _ in 1..<patience where !isFast(time) { time = takeProbe() }
        return time
    }

    private func takeProbe() -> Double {
        let time = probe()
        fastest = min(time, fastest ?? time)
        return time
    }

    private func isFast(_ time: Double) -> Bool {
        fastest.map { time <= $0 * Self.tolerance } ?? true
    }
}
