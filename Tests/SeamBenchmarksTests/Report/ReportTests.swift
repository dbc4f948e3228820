import Foundation
import Testing

@testable import SeamBenchmarks

struct ReportTests {
    @Test func missesAreThePartsOverTheirGates() {
        #expect(
            Report.sample.misses == [
                "unique: 2.50, gate ≤ 1.8", "memory over resets: grows by 8192 KiB",
                "a child: exponent 1.00, gate ≤ 0.4",
            ]
        )
    }

    @Test func everyPartHasATable() {
        #expect(
            Report.sample.tables.map(\.title) == [
                "Workloads, as a ratio to their floors", "chain depth: ns per object",
                "Launch: 1000 registrations and a first resolution", "Memory over many repetitions",
                "Growth: the exponent of a cost in a size, fitted",
                "Forms of requests, in multiples of one object made by hand",
                "Compiling a client with 500 services, ms of processor time for each",
                "Compiling a client that only imports Seam, ms of processor time",
                "Size of a program, release, stripped, bytes",
            ]
        )
    }

    @Test func partThatWasNotMeasuredHasNoTable() {
        #expect(Report(machine: .current).tables.isEmpty)
    }

    @Test func workloadShowsItsRatioAndBudget() {
        #expect(
            Report.sample.tables[0].rows[0] == [
                "singleton, ready", "by hand", "10.0", "19.0", "1.90", "1.80–2.00", "+1", "≤ 2", "≤ 4", "goal",
            ]
        )
    }

    @Test func workloadsShowTheirVerdicts() {
        #expect(Report.sample.tables[0].rows.compactMap(\.last) == ["goal", "within gate", "OVER GATE"])
    }

    @Test func workloadThatTheSystemCannotMeasureMissesNothing() {
        let report = reportOfUnmeasured(isMeasurable: false)
        #expect(report.tables[0].rows[0] == ["w", "f", "", "", "n/a", "", "n/a", "≤ 1", "≤ 1", "n/a"])
        #expect(report.misses.isEmpty)
    }

    @Test func workloadWithoutRatioMissesItsGateIfTheSystemCanMeasureIt() {
        let report = reportOfUnmeasured(isMeasurable: true)
        #expect(report.tables[0].rows[0].last == "OVER GATE")
        #expect(report.misses == ["w: not measured, gate ≤ 1"])
    }

    private func reportOfUnmeasured(isMeasurable: Bool) -> Report {
        let budget = Budget.atMost(goal: 1, gate: 1)
        let workload = Workload(name: "w", floor: "f", budget: budget, isMeasurable: isMeasurable) { _ in
            Outcome(ratio: nil)
        }
        return Report(machine: .current, workloads: [WorkloadReport(workload, Outcome(ratio: nil))])
    }

    @Test func activitiesShowTheirVerdicts() {
        #expect(Report.sample.tables[3].rows.compactMap(\.last) == ["flat", "GROWS"])
    }

    @Test func curveShowsItsEndsAndItsExponent() {
        #expect(
            Report.sample.tables[4].rows[1] == [
                "a child", "10", "10", "10,000", "4000", "1.00", "≤ 0.2", "≤ 0.4", "OVER GATE",
            ]
        )
    }

    @Test func curveThatWasNotFinishedSaysWhereItStopped() {
        var report = Report(machine: .current)
        report.curves = [.sample("slow", values: [1, 2, 1], isComplete: false)]
        #expect(report.misses == ["slow: exponent 0.00, gate ≤ 0.4, stopped at 1,000"])
        #expect(report.tables[0].rows[0][3] == "1,000, stopped")
    }

    @Test func formsStandInOrderOfTheirCost() {
        #expect(Report.sample.tables[5].rows == [["`.unique`", "1.9"], ["`all()`", "33.3"]])
    }

    @Test func textAndMarkdownNameTheMachine() {
        #expect(Report.sample.text.hasPrefix("Seam benchmarks: Some & System, 2 processors\n\n"))
        #expect(Report.sample.markdown.hasPrefix("Measured on Some & System, 2 processors.\n\n###"))
    }

    @Test func jsonHoldsTheWholeReport() throws {
        let json = try Report.sample.json
        #expect(try JSONDecoder().decode(Report.self, from: Data(json.utf8)) == .sample)
    }
}
