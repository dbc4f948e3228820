#if os(Linux)
import Foundation
import TestKit
import Testing

@testable import SeamBenchmarks

/// The runtime counts for the whole process, so the test has one of its own.
struct AllocationCounterTests {
    private final class Probe {}

    @Test func objectsAreCounted() async {
        await #expect(processExitsWith: .success) {
            // No thread, as for other tests: whatever it allocates would be counted.
            alarm(UInt32(Deadline.seconds))
            let counter = try #require(AllocationCounter())
            #expect(counter.count {} == 0)
            #expect(counter.count { for _ in 0..<3 { consume(Probe()) } } == 3)
        }
    }

    @Test func surplusObjectsAreMeasuredWhereTheyHaveToBe() async {
        await #expect(processExitsWith: .success) {
            alarm(UInt32(Deadline.seconds))
            #expect(Workload.surplusObjects.isMeasurable)
            let outcome = try Workload.surplusObjects.measure(.quick)
            #expect(outcome.ratio != nil)
        }
    }
}
#endif
