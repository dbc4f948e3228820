import Testing

@testable import SeamBenchmarks

struct ThreadSamplesTests {
    @Test func worthIsTheTimeAloneByTheTimeTogether() {
        var samples = ThreadSamples()
        samples.append(alone: 10, together: 20)
        #expect(samples.worth == [0.5])
    }

    @Test func disturbedSamplesOfAGroupDoNotCount() {
        var samples = ThreadSamples()
        for disturbance in [9.0, 5, 1, 7] {
            samples.append(alone: 10 * disturbance, together: 10 * disturbance)
        }
        samples.append(alone: 30, together: 80)
        #expect(samples.worth == [1])
    }

    @Test func contentionShowsInEverySample() {
        var samples = ThreadSamples()
        for _ in 0..<ThreadSamples.groupSize {
            samples.append(alone: 10, together: 40)
        }
        #expect(samples.worth == [0.25])
    }

    @Test func everyGroupHasItsWorth() {
        var samples = ThreadSamples()
        for round in 0...ThreadSamples.groupSize {
            samples.append(alone: 10, together: round < ThreadSamples.groupSize ? 10 : 20)
        }
        #expect(samples.worth == [1, 0.5])
    }
}
