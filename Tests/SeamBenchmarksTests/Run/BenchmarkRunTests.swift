import Synchronization
import TestKit
import Testing

@testable import SeamBenchmarks

struct BenchmarkRunTests {
    @Test func workloadWithinItsGateIsMeasuredOnce() throws {
        let measured = try measure(ratios: [1.5])
        #expect(measured.report.verdict == .gate)
        #expect(measured.progress == ["w"])
    }

    @Test func workloadOverItsGateIsMeasuredAgain() throws {
        let measured = try measure(ratios: [9, 8, 1])
        #expect(measured.report.verdict == .goal)
        #expect(
            measured.progress == [
                "w", "w: over its gate, measured again (1 of 4)", "w: over its gate, measured again (2 of 4)",
            ]
        )
    }

    @Test func workloadThatStaysOverItsGateIsMissed() throws {
        let measured = try measure(ratios: [9, 9, 9, 9, 9])
        #expect(measured.report.verdict == .missed)
        #expect(measured.progress.count == 1 + BenchmarkRun.retries)
    }

    @Test func workloadIsNotMeasuredAgainIfTheOptionsSayOnce() throws {
        let measured = try measure(ratios: [9], options: Options(measuresOnce: true))
        #expect(measured.report.verdict == .missed)
        #expect(measured.progress == ["w"])
    }

    @Test func isolatedWorkloadIsFoundByItsName() async throws {
        let outcome = try await Deadline.valueOnThread {
            try BenchmarkRun(options: Options(isQuick: true)) { _ in }
                .isolatedOutcome(ofWorkloadNamed: "two threads, held container")
        }
        #expect(outcome.ratio.map { $0.median > 0 } ?? true)
        #expect(throws: OptionsError.nothingSelected("none")) {
            try BenchmarkRun(options: Options()) { _ in }.isolatedOutcome(ofWorkloadNamed: "none")
        }
    }

    @Test(arguments: [("chain by name", true), ("Provider", true), ("growth", true), ("launch", false)])
    func filterFindsThePartsOfGrowth(filter: String, isFound: Bool) {
        let benchmarks = BenchmarkRun(options: Options(watchesGrowthOnly: true, filter: filter)) { _ in }
        #expect(benchmarks.selectsAnything == isFound)
    }

    @Test(arguments: [("decorated", true), ("two threads", false)])
    func filterFindsForms(filter: String, isFound: Bool) {
        let benchmarks = BenchmarkRun(options: Options(comparesFormsOnly: true, filter: filter)) { _ in }
        #expect(benchmarks.selectsAnything == isFound)
    }

    @Test(arguments: [("unique", true), ("depth", true), ("launch", true), ("growth", true), ("nothing", false)])
    func filterFindsEveryPart(filter: String, isFound: Bool) {
        let benchmarks = BenchmarkRun(options: Options(filter: filter)) { _ in }
        #expect(benchmarks.selectsAnything == isFound)
    }

    @Test(arguments: [("@Inject", true), ("import", true), ("program size", true), ("launch", false)])
    func filterFindsThePartsOfAClient(filter: String, isFound: Bool) {
        let benchmarks = BenchmarkRun(options: Options(measuresClient: true, filter: filter)) { _ in }
        #expect(benchmarks.selectsAnything == isFound)
    }

    /// Measures a workload that gives these ratios, one after the other.
    private func measure(ratios: [Double], options: Options = Options()) throws -> (
        report: WorkloadReport, progress: [String]
    ) {
        let remaining = Mutex(ratios)
        let progress = Mutex<[String]>([])
        let workload = Workload(name: "w", floor: "f", budget: .atMost(goal: 1, gate: 2)) { _ in
            Outcome(ratio: Distribution(exactly: remaining.withLock { $0.removeFirst() }))
        }
        let benchmarks = BenchmarkRun(options: options) { line in progress.withLock { $0.append(line) } }
        return (try benchmarks.workloadReport(workload), progress.withLock { $0 })
    }
}
