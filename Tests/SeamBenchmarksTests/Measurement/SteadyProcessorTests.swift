import Testing

@testable import SeamBenchmarks

struct SteadyProcessorTests {
    @Test func measurementAtFullSpeedIsTakenOnce() {
        #expect(measure(probes: [10, 12, 10, 10.5]) == (measurements: 1, probes: 4))
    }

    @Test func measurementWaitsForFullSpeed() {
        #expect(measure(probes: [10, 30, 30, 30, 10, 10]) == (measurements: 1, probes: 6))
    }

    @Test func measurementThatEndsSlowIsTakenAgain() {
        #expect(measure(probes: [10, 10, 10, 20, 20, 10, 10]) == (measurements: 2, probes: 7))
    }

    @Test func measurementThatBeganSlowerIsTakenAgain() {
        #expect(measure(probes: [30, 30, 20, 10, 30, 10, 10]) == (measurements: 2, probes: 7))
    }

    @Test func measurementOnAProcessorThatStaysSlowComesToAnEnd() {
        #expect(measure(probes: [10, 10]) == (measurements: 10, probes: 2 + 9 * 4))
    }

    /// Measures once, with a processor that has this speed at each probe, and is slow afterwards.
    private func measure(probes times: [Double]) -> (measurements: Int, probes: Int) {
        var (measurements, probes) = (0, 0)
        let processor = SteadyProcessor(patience: 3) {
            probes += 1
            return probes > times.count ? 99 : times[probes - 1]
        }
        processor.measure { measurements += 1 }
        return (measurements, probes)
    }
}
