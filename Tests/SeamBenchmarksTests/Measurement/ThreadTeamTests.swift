import Synchronization
import Testing

@testable import SeamBenchmarks

struct ThreadTeamTests {
    @Test(arguments: [1, 2, 4])
    func everyThreadDoesTheWorkOnce(threads: Int) {
        let runs = Mutex(0)
        _ = ThreadTeam.time(threads: threads) { runs.withLock { $0 += 1 } }
        #expect(runs.withLock { $0 } == threads)
    }

    @Test func timeSpansTheWork() {
        let time = ThreadTeam.time(threads: 2) {
            let end = ContinuousClock.now + .milliseconds(2)
            while ContinuousClock.now < end {}
        }
        #expect(time >= .milliseconds(2))
    }
}
