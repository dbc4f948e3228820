import Testing

@testable import SeamBenchmarks

struct DistributionTests {
    @Test func medianOfAnOddCountIsTheMiddleSample() {
        #expect(Distribution(of: [1, 5, 100]).median == 5)
    }

    @Test func medianOfAnEvenCountLiesBetweenTheMiddleSamples() {
        #expect(Distribution(of: [1, 4, 6, 100]).median == 5)
    }

    @Test func quartilesEncloseTheMiddleHalf() {
        let distribution = Distribution(of: [1, 2, 3, 4, 5])
        #expect(distribution == Distribution(lowerQuartile: 2, median: 3, upperQuartile: 4))
    }

    @Test func quartilesAreInterpolated() {
        let distribution = Distribution(of: [0, 1, 2, 3])
        #expect(distribution == Distribution(lowerQuartile: 0.75, median: 1.5, upperQuartile: 2.25))
    }

    @Test func orderOfSamplesDoesNotMatter() {
        #expect(Distribution(of: [3, 1, 5, 2, 4]) == Distribution(of: [1, 2, 3, 4, 5]))
    }

    @Test func singleSampleIsItsOwnQuartiles() {
        #expect(Distribution(of: [7]) == Distribution(exactly: 7))
    }
}
