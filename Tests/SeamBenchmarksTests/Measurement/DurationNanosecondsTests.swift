import Testing

@testable import SeamBenchmarks

struct DurationNanosecondsTests {
    @Test(arguments: [(Duration.nanoseconds(250), 250.0), (.seconds(2), 2e9), (.zero, 0)])
    func durationIsCountedInNanoseconds(duration: Duration, nanoseconds: Double) {
        #expect(abs(duration.nanoseconds - nanoseconds) < 1e-6)
    }
}
