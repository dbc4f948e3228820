@testable import SeamBenchmarks

extension Report {
    /// A report with something in every part.
    static let sample = Report(
        machine: Machine(system: "Some & System", processors: 2),
        launch: LaunchReport(
            services: 1000,
            cold: .init(floor: 700, seam: 1400),
            warm: .init(floor: 200, seam: 300),
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
        curves: [
            .sample("a name", values: [10, 11, 10, 12]),
            .sample("a child", values: [10, 20, 400, 4000]),
        ],
        forms: [
            FormReport(name: "`all()`", ratio: Distribution(exactly: 33.26)),
            FormReport(name: "`.unique`", ratio: Distribution(exactly: 1.9)),
        ],
        client: .sample
    )
}

extension CurveReport {
    /// A curve over four sizes.
    static func sample(_ name: String, values: [Double], isComplete: Bool = true) -> CurveReport {
        let sizes = Array([10, 100, 1000, 10_000].prefix(values.count))
        return CurveReport(
            name: name,
            sizes: sizes,
            values: values,
            isComplete: isComplete,
            exponent: GrowthExponent.fitted(to: values, at: sizes),
            budget: .atMost(goal: 0.2, gate: 0.4)
        )
    }
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
