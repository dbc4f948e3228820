import TestKit
import Testing

@testable import SeamBenchmarks

struct FastestTests {
    @Test func everyRunFollowsAPreparationOfItsOwn() {
        var prepared = 0
        var used: [Int] = []
        let time = Fastest.run(times: 3) {
            prepared += 1
            return prepared
        } of: {
            used.append($0)
        }
        #expect(used == [1, 2, 3])
        #expect(time >= 0)
    }

    /// The processor time of the process would lack the time of the task's thread.
    @Test func timeOfATaskIsThatOfTheClock() async throws {
        let time = try await Deadline.valueOnThread {
            Fastest.run(times: 9) {
            } of: {
                runTask { spin(for: .milliseconds(2)) }
            }
        }
        #expect(time >= 2e6)
    }

    @Test func repetitionOfABatchIsDividedByItsSize() {
        let one = Fastest.repetition { count in
            for _ in 0..<count { consume(serviceByHand()) }
        }
        #expect(one > 0)
        #expect(one < 100_000)
    }

    @Test func workTakesProcessorTime() {
        let time = ProcessorTime.measure {
            for _ in 0..<10_000 { consume(serviceByHand()) }
        }
        #expect(time > .zero)
    }
}

/// Keeps the thread busy.
private func spin(for duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
}
