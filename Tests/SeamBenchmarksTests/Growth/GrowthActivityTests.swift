import Synchronization
import Testing

@testable import SeamBenchmarks

struct GrowthActivityTests {
    @Test func tenthOfTheRepetitionsIsTheWarmUp() {
        let batches = Mutex<[Int]>([])
        let activity = GrowthActivity(name: "counting", repetitions: 50) { count in
            batches.withLock { $0.append(count) }
        }
        #expect(activity.measure().repetitions == 50)
        #expect(batches.withLock { $0 } == [5, 45])
    }
}
