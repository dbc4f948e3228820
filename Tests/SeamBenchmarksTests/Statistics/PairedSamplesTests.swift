import Testing

@testable import SeamBenchmarks

struct PairedSamplesTests {
    @Test func ratioIsThatOfTheMeasuredToTheFloor() {
        var samples = PairedSamples()
        samples.append(floor: 10, measured: 15)
        #expect(samples.ratio == Distribution(exactly: 1.5))
    }

    @Test func roundsThatAreSlowOnBothSidesLeaveTheRatioAlone() {
        var samples = PairedSamples()
        for slowdown in [1.0, 3, 8, 1, 20] {
            samples.append(floor: 10 * slowdown, measured: 20 * slowdown)
        }
        #expect(samples.ratio == Distribution(exactly: 2))
    }

    @Test func roundsThatAreSlowOnOneSideLeaveTheMedianAlone() {
        var samples = PairedSamples()
        for slowdown in [1.0, 1, 50, 1, 1] {
            samples.append(floor: 10, measured: 20 * slowdown)
        }
        #expect(samples.ratio.median == 2)
    }
}
