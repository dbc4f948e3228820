import Testing

@testable import SeamBenchmarks

struct ChartPageTests {
    private let svg = ChartPage(report: .sample).svg

    @Test func everyWorkloadHasABarInTheColourOfItsVerdict() {
        for verdict in [Verdict.goal, .gate, .missed] {
            #expect(svg.contains("class=\"bar \(verdict.rawValue)\""))
        }
    }

    @Test func everyWorkloadAndTheLegendHaveBothMarks() {
        #expect(svg.split(separator: "mark goal").count - 1 == Report.sample.workloads.count + 1)
        #expect(svg.split(separator: "mark gate").count - 1 == Report.sample.workloads.count + 1)
    }

    @Test func everySeriesHasItsLines() {
        #expect(svg.contains(">Chain depth</text>"))
        #expect(svg.contains("class=\"line tone0\""))
    }

    @Test func pictureKnowsTheDark() {
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test func namesAreEscaped() {
        #expect(svg.contains("Some &amp; System"))
    }

    @Test func workloadWithoutARatioHasNoBar() {
        var report = Report(machine: .current)
        let workload = Workload(name: "w", floor: "f", budget: .atMost(goal: 1, gate: 1)) { _ in Outcome(ratio: nil) }
        report.workloads = [WorkloadReport(workload, Outcome(ratio: nil))]
        #expect(!ChartPage(report: report).svg.contains("class=\"bar"))
    }
}
