import Testing

@testable import SeamBenchmarks

struct SizeReportTests {
    @Test func growthIsTheSlopeBetweenTheLastRows() throws {
        let report = SizeReport(rows: [
            SizeReport.Row(services: 0, floor: 1, seam: 1),
            SizeReport.Row(services: 1, floor: 1000, seam: 5000),
            SizeReport.Row(services: 11, floor: 2000, seam: 8000),
        ])
        let growth = try #require(report.growth)
        #expect(growth.floor == 100)
        #expect(growth.seam == 300)
        #expect(report.rows[1].difference == 4000)
    }

    @Test func oneProgramDoesNotGrow() {
        #expect(SizeReport(rows: [SizeReport.Row(services: 1, floor: 1000, seam: 5000)]).growth == nil)
    }
}
