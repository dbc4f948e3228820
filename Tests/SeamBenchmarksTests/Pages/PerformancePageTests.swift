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

    @Test func clientFormsOfThePageAreThoseOfTheBenchmark() throws {
        #expect(try page("Measuring").rows(of: "client") == ClientForm.all.map(\.name))
    }

    @Test func everyTableOfThePagesIsRenewedByTheBenchmark() throws {
        let renewed = Report.sample.blocks.keys
        for name in ["Performance", "Measuring"] {
            let marks = try page(name).text.matches(of: /<!-- measured: (\w+) -->/).map { String($0.1) }
            #expect(marks.filter { !renewed.contains($0) } == [], "\(name)")
        }
    }

    @Test func pageNamesTheCommandsThatRenewItsTables() throws {
        #expect(try page("Performance").text.contains("seam-benchmarks --forms --pages Documentation"))
    }

    @Test(arguments: [
        (
            "README.md", "A cached instance takes ", " times as long as a `static let`, a new one ",
            " times as long as `Impl() as any P`."
        ),
        ("README.zh-Hans.md", "读取缓存的实例耗时是读取 `static let` 的 ", " 倍，新建实例是 `Impl() as any P` 的 ", " 倍。"),
    ])
    func readmeHasTheRatiosOfThePage(name: String, beginning: String, middle: String, end: String) throws {
        let cached = try ratio(of: "cached, ready")
        let unique = try ratio(of: "unique, no dependencies")
        let text = try text(name).replacingOccurrences(of: "\n", with: " ")
        #expect(text.contains("\(beginning)\(cached)\(middle)\(unique)\(end)"))
    }

    /// The ratio of a workload on the page, with one digit after the point.
    private func ratio(of workload: String) throws -> String {
        let lines = try text("Documentation/Performance.md").split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("| \(workload) |") })
        let cell = try #require(row.split(separator: "|").dropFirst(2).first)
        return String(format: "%.1f", try #require(Double(cell.trimmingCharacters(in: .whitespaces))))
    }

    private func page(_ name: String) throws -> MeasuredPage {
        MeasuredPage(text: try text("Documentation/\(name).md"))
    }

    private func text(_ path: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../\(path)")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
