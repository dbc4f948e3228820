import Synchronization
import Testing

@testable import SeamBenchmarks

struct SamplerTests {
    private let sampler = Sampler(rounds: 12, sampleDuration: .nanoseconds(1))

    @Test func everyRoundHasASampleOfBothSides() {
        let samples = sampler.samples(
            of: Pair { _ in
            } seam: { _ in
            }
        )
        #expect(samples.floor.count == 12)
        #expect(samples.measured.count == 12)
    }

    @Test func sidesTakeTurnsAtGoingFirst() {
        let order = Mutex("")
        _ = Sampler(rounds: 4, sampleDuration: .zero)
            .samples(
                of: Pair { _ in
                    order.withLock { $0 += "f" }
                } seam: { _ in
                    order.withLock { $0 += "s" }
                }
            )
        #expect(order.withLock { $0 }.hasSuffix("fssffssf"))
    }

    @Test func operationsShareTheTimeOfARepetition() {
        let busy: (Int) -> Void = { count in
            var clock = ContinuousClock.now
            for _ in 0..<count * 100 { clock = max(clock, .now) }
        }
        let one = sampler.samples(of: Pair(floor: busy, seam: busy))
        let thousand = sampler.samples(of: Pair(operations: 1000, floor: busy, seam: busy))
        #expect(Distribution(of: thousand.floor).median < Distribution(of: one.floor).median / 10)
    }

    @Test func batchFillsASample() {
        let sampler = Sampler(rounds: 1, sampleDuration: .microseconds(200))
        let size = sampler.batchSize { spin(for: .microseconds(1) * $0) }
        #expect(size > 100)
    }

    @Test func samplesOfBothSidesTakeEquallyLong() {
        let repetitions = Mutex((floor: 0, seam: 0))
        _ = Sampler(rounds: 1, sampleDuration: .nanoseconds(1))
            .samples(
                of: Pair { count in
                    spin(for: .microseconds(10) * count)
                    repetitions.withLock { $0.floor = count }
                } seam: { count in
                    spin(for: .microseconds(1000) * count)
                    repetitions.withLock { $0.seam = count }
                }
            )
        // About a hundred to one; both sides may be held up, and by different lengths.
        let (floor, seam) = repetitions.withLock { $0 }
        #expect(floor > 5 * seam)
    }

    @Test(arguments: [(0.5, 11), (2.0, 24), (0.01, 11)])
    func roundsScaleButDoNotVanish(factor: Double, rounds: Int) {
        #expect(sampler.taking(factor).rounds == rounds)
    }
}

/// Keeps the thread busy for `duration`.
private func spin(for duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
}
