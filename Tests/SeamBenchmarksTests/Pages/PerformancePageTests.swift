import Foundation
import Testing

@testable import SeamBenchmarks

/// The tables of the documentation beside the benchmarks that they come from.
struct PerformancePageTests {
    @Test func formsOfThePageAreThoseOfTheBenchmark() throws {
        #expect(try page("Performance").rows(of: "forms").sorted() == Form.all.map(\.name).sorted())
    }

    @Test func workloadsOfThePageAreThoseOfTheBenchmark() throws {
        #expect(try page("Performance").rows(of: "workloads") == Workload.all.map(\.name))
    }

    @Test func curvesOfThePageAreThoseOfTheBenchmark() throws {
        #expect(try page("Measuring").rows(of: "curves") == GrowthCurve.all.map(\.name))
    }

    @Test func activitiesOfThePageAreThoseOfTheBenchmark() throws {
        let activities = GrowthActivity.all(resolutions: 10).map(\.name)
        #expect(try page("Measuring").rows(of: "growth") == activities)
    }

    @Test func pageNamesTheCommandsThatRenewItsTables() throws {
        #expect(try page("Performance").text.contains("seam-benchmarks --forms --pages Documentation"))
    }

    private func page(_ name: String) throws -> MeasuredPage {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Documentation/\(name).md")
        return MeasuredPage(text: try String(contentsOf: root, encoding: .utf8))
    }
}
