import Testing

@testable import SeamBenchmarks

struct AxisTests {
    @Test(arguments: [(0.0, 100.0), (5, 150), (10, 200)])
    func linearAxisKeepsDistances(value: Double, place: Double) {
        #expect(Axis(scale: .linear, values: 0...10, start: 100, end: 200).place(of: value) == place)
    }

    @Test(arguments: [(1.0, 0.0), (10, 50), (100, 100)])
    func logarithmicAxisKeepsRatios(value: Double, place: Double) {
        let axis = Axis(scale: .logarithmic, values: 1...100, start: 0, end: 100)
        #expect(abs(axis.place(of: value) - place) < 1e-9)
    }

    @Test(arguments: [(-1.0, 100.0), (11, 200)])
    func valueBeyondTheAxisStandsAtItsEnd(value: Double, place: Double) {
        #expect(Axis(scale: .linear, values: 0...10, start: 100, end: 200).place(of: value) == place)
    }

    @Test func axisMayRunBackwards() {
        #expect(Axis(scale: .linear, values: 0...4, start: 80, end: 0).place(of: 1) == 60)
    }

    @Test func axisOfOneValueStartsThere() {
        #expect(Axis(scale: .linear, values: 3...3, start: 7, end: 9).place(of: 3) == 7)
    }

    @Test(arguments: [
        (8.4, "0 2 4 6 8 10"), (50, "0 10 20 30 40 50"), (1, "0 0.2 0.4 0.6 0.8 1"), (0, "0 1"),
    ])
    func ticksAreRoundAndReachTheMaximum(maximum: Double, ticks: String) {
        #expect(Axis.ticks(upTo: maximum).map(\.shortText).joined(separator: " ") == ticks)
    }

    @Test(arguments: [0.003, 0.7, 1.1, 13, 59, 61, 999, 12_345])
    func ticksAreNeitherFewNorMany(maximum: Double) {
        let ticks = Axis.ticks(upTo: maximum)
        #expect((4...7).contains(ticks.count))
        #expect((ticks.last ?? 0) >= maximum)
    }
}
