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

    @Test func lastOfAnOddNumberOfSeriesHasTheRowToItself() {
        var report = Report.sample
        let series = report.series[0]
        func widthsOfCharts(_ count: Int) -> [Substring] {
            report.series = Array(repeating: series, count: count)
            return ChartPage(report: report).svg.split(separator: "\n")
                .filter { $0.contains(">\(series.valueLabel)</text>") }
                .map { $0.split(separator: "\"")[1] }
        }
        #expect(widthsOfCharts(2) == ["452", "920"])
        #expect(widthsOfCharts(3) == ["452", "920", "920"])
    }

    @Test func floorIsDrawnWhereverTheStepsOfTheAxisFall() {
        #expect(svg.split(separator: "class=\"floor\"").count == 2)
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
