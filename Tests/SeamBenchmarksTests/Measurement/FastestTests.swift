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
