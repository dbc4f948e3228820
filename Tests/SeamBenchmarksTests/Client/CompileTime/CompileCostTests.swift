import Testing

@testable import SeamBenchmarks

struct CompileCostTests {
    @Test func costIsTheTimeThatTheFormAddsForEachService() {
        let rounds = [
            CompileRound(empty: .milliseconds(100), floor: .milliseconds(150), seam: .milliseconds(200)),
            CompileRound(empty: .milliseconds(200), floor: .milliseconds(250), seam: .milliseconds(300)),
            CompileRound(empty: .milliseconds(100), floor: .milliseconds(150), seam: .milliseconds(900)),
        ]
        let cost = CompileCost(.typeChecking, of: rounds, services: 50)
        #expect(cost.floor == Distribution(exactly: 1))
        #expect(cost.seam.median == 2)
        #expect(cost.ratio == 2)
    }

    @Test(arguments: [0.0, -1])
    func floorThatDisappearsHasNoRatio(floor: Double) {
        let cost = CompileCost(
            stage: .compiling,
            floor: Distribution(exactly: floor),
            seam: Distribution(exactly: 1)
        )
        #expect(cost.ratio == nil)
    }
}
