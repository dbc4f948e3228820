import Testing

@testable import SeamBenchmarks

struct ClientReportTablesTests {
    @Test func formsStandBesideTheirFloors() throws {
        let table = try #require(ClientReport.sample.tables.first)
        #expect(table.title == "Compiling a client with 500 services, ms of processor time for each")
        #expect(table.rows == [["register", "closure", "0.50", "1.00", "2.00", "0.00", "2.00", "n/a"]])
    }

    @Test func importIsShownForEachStage() {
        #expect(ClientReport.sample.tables[1].rows == [["type check", "300", "330", "1.10"]])
    }

    @Test func sizesEndWithTheGrowth() {
        #expect(
            ClientReport.sample.tables[2].rows == [
                ["1 registered", "1,000", "5,000", "4,000"],
                ["11 registered", "2,000", "8,000", "6,000"],
                ["each further one", "100", "300", "200"],
            ]
        )
    }

    @Test func partThatWasNotMeasuredHasNoTable() {
        #expect(ClientReport(services: 500).tables.isEmpty)
    }
}
