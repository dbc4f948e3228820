import Foundation
import Seam
import TestKit
import Testing

/// Random operations, on the library and on a model of plain dictionaries.
///
/// `SEAM_MODEL_OPERATIONS` sets how many, `SEAM_MODEL_SEED` the first seed; debug builds run fewer by default.
struct ModelStressTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let operations = environment["SEAM_MODEL_OPERATIONS"].flatMap { Int($0) } ?? usual
    private static let firstSeed = environment["SEAM_MODEL_SEED"].flatMap { UInt64($0) } ?? 1
    private static let length = 2_000

    #if DEBUG
    private static let usual = 20_000
    #else
    private static let usual = 100_000
    #endif

    @Test(.timeLimit(.minutes(10)))
    func libraryAgreesWithTheModel() {
        let sequences = max(1, Self.operations / Self.length)
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(sequences) {
            guard let report = ModelRun.report(seed: seed, count: Self.length) else { continue }
            Issue.record(Comment(rawValue: report))
            return
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func threadsThatShareContainersBreakNoInvariant() throws {
        let census = ModelCensus()
        let threads = 4
        let perSequence = Self.length
        let sequences = max(1, Self.operations / perSequence / threads)
        for round in 0..<sequences {
            let stage = SharedFamily()
            let clock = ManualClock()
            let complaints = try ThreadGroup.run(threads) { thread in
                let subject = ModelSubject(census: census, clock: clock, containers: stage.containers)
                let seed = Self.firstSeed &+ UInt64(1_000_000 + round * threads + thread)
                for operation in ModelOperation.sequence(count: perSequence, seed: seed) {
                    let observation = subject.perform(operation)
                    if case .failed(let code) = observation, ModelFailure(rawValue: code) == nil {
                        return ["\(operation) failed with \(code)"]
                    }
                }
                return subject.complaints
            }
            stage.clear()
            #expect(complaints.flatMap { $0 } == [])
            #expect(census.livingCount == 0)
        }
    }

    @Test func sequenceFollowsFromItsSeed() {
        let (first, again, other) = (1 as UInt64, 1 as UInt64, 2 as UInt64)
        func text(_ seed: UInt64) -> String { "\(ModelOperation.sequence(count: 50, seed: seed))" }
        #expect(text(first) == text(again))
        #expect(text(first) != text(other))
    }
}
