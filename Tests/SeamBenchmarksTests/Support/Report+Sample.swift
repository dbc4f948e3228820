@testable import SeamBenchmarks

extension Report {
    /// A report with something in every part.
    static let sample = Report(
        machine: Machine(system: "Some & System", processors: 2),
        launch: LaunchReport(
            services: 1000,
            first: .init(floor: 700, seam: 1400),
            repeated: .init(floor: 200, seam: 300),
            ratio: Distribution(exactly: 1.5),
            bytesPerRegistration: .init(floor: 270, seam: 540)
        ),
        workloads: [
            .sample("singleton, ready", .atMost(goal: 2, gate: 4), ratio: 1.9),
            .sample("cached | ready", .atMost(goal: 4, gate: 8), ratio: 5),
            .sample("unique", .atMost(goal: 1.25, gate: 1.8), ratio: 2.5),
        ],
        series: [
            Series(
                name: "chain depth",
                sizeLabel: "objects",
                valueLabel: "ns per object",
                sizes: [1, 10, 500],
                lines: [Series.Line(name: "by hand", values: [28, 30, 55.25])]
            )
        ],
        growth: [
            GrowthReport(activity: "resolutions", repetitions: 10, bytesBefore: 1 << 20, bytesAfter: 1 << 20),
            GrowthReport(activity: "resets", repetitions: 10, bytesBefore: 1 << 20, bytesAfter: 9 << 20),
        ],
        client: .sample
    )
}

extension WorkloadReport {
    /// A workload whose floor takes ten nanoseconds.
    static func sample(_ name: String, _ budget: Budget, ratio: Double) -> WorkloadReport {
        let workload = Workload(name: name, floor: "by hand", budget: budget) { _ in Outcome(ratio: nil) }
        return WorkloadReport(
            workload,
            Outcome(
                ratio: Distribution(lowerQuartile: ratio - 0.1, median: ratio, upperQuartile: ratio + 0.1),
                floor: Distribution(exactly: 10),
                seam: Distribution(exactly: 10 * ratio),
                surplusObjects: 1
            )
        )
    }
}
