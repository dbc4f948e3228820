import Synchronization
import TestKit
import Testing

@testable import SeamBenchmarks

struct GrowthCurveTests {
    @Test func curvesHaveNamesOfTheirOwn() {
        let names = GrowthCurve.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        ("children alive", 100_000), ("children that have used it", 10_000), ("registered again", 10_000),
        ("unregistered", 10_000), ("isRegistered", 10_000), ("missed by optional()", 10_000),
        ("missed by tryResolve()", 10_000), ("text of the error", 10_000), ("an object of all()", 10_000),
        ("same cold singleton", 100_000), ("many cold singletons", 100_000),
        ("nested in others", 1000), ("waits for the one before", 1000), ("threads that have lived", 1000),
        ("reset, among others", 1_000_000),
        ("chain by type, unique", 500), ("chain by argument, graph", 500), ("chain by name, singleton", 500),
        ("chain by type, cached(for:)", 500), ("chain by argument, shared", 500), ("chain by name, container", 500),
    ])
    func everyCurveOfThePlanReachesItsLargestSize(part: String, largest: Int) {
        let curves = GrowthCurve.all.filter { $0.name.contains(part) }
        #expect(!curves.isEmpty)
        #expect(curves.allSatisfy { $0.sizes.last == largest })
    }

    @Test(arguments: GrowthCurve.all.map(\.name))
    func curveCanBeMeasuredAtItsSmallestSize(name: String) async throws {
        let curve = try #require(GrowthCurve.all.first { $0.name == name })
        // A thread of its own may wait for tasks; a thread of the pool must not.
        #expect(try await Deadline.valueOnThread { curve.cost(curve.sizes[0]) } > 0)
    }

    @Test func everySizeIsMeasuredOnce() {
        let measured = Mutex<[Int]>([])
        let curve = GrowthCurve(name: "flat", sizes: [1, 10, 100]) { size in
            measured.withLock { $0.append(size) }
            return 5
        }
        let report = curve.measure()
        #expect(measured.withLock { $0 } == [1, 10, 100])
        #expect(report.isComplete)
        #expect(report.exponent == 0)
        #expect(report.verdict == .goal)
    }

    @Test func curveThatWasNotFinishedMissesItsGate() {
        #expect(CurveReport.sample("slow", values: [1, 1, 1], isComplete: false).verdict == .missed)
    }
}
