import Synchronization
import Testing

@testable import SeamBenchmarks

struct BenchmarkRunTests {
    @Test func workloadWithinItsGateIsMeasuredOnce() {
        let measured = measure(ratios: [1.5])
        #expect(measured.report.verdict == .gate)
        #expect(measured.progress == ["w"])
    }

    @Test func workloadOverItsGateIsMeasuredAgain() {
        let measured = measure(ratios: [9, 8, 1])
        #expect(measured.report.verdict == .goal)
        #expect(
            measured.progress == [
                "w", "w: over its gate, measured again (1 of 4)", "w: over its gate, measured again (2 of 4)",
            ]
        )
    }

    @Test func workloadThatStaysOverItsGateIsMissed() {
        let measured = measure(ratios: [9, 9, 9, 9, 9])
        #expect(measured.report.verdict == .missed)
        #expect(measured.progress.count == 1 + BenchmarkRun.retries)
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
    private func measure(ratios: [Double]) -> (report: WorkloadReport, progress: [String]) {
        let remaining = Mutex(ratios)
        let progress = Mutex<[String]>([])
        let workload = Workload(name: "w", floor: "f", budget: .atMost(goal: 1, gate: 2)) { _ in
            Outcome(ratio: Distribution(exactly: remaining.withLock { $0.removeFirst() }))
        }
        let benchmarks = BenchmarkRun(options: Options()) { line in progress.withLock { $0.append(line) } }
        return (benchmarks.workloadReport(workload), progress.withLock { $0 })
    }
}
