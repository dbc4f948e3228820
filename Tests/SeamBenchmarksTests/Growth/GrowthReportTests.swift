import Testing

@testable import SeamBenchmarks

struct GrowthReportTests {
    @Test(arguments: [
        (0, Verdict.goal), (GrowthReport.tolerance, .goal), (GrowthReport.tolerance + 1, .missed), (-4096, .goal),
    ])
    func stepsOfTheAllocatorAreTolerated(growth: Int, verdict: Verdict) {
        #expect(report(before: 1 << 30, after: (1 << 30) + growth).verdict == verdict)
    }

    @Test func unknownMemoryIsNoFailure() {
        #expect(report(before: nil, after: nil).verdict == .unmeasured)
    }

    private func report(before: Int?, after: Int?) -> GrowthReport {
        GrowthReport(activity: "resolutions", repetitions: 10, bytesBefore: before, bytesAfter: after)
    }
}
