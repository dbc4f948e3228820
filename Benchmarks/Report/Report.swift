import Foundation

/// Everything that was measured in one run.
struct Report: Equatable, Sendable, Codable {
    let machine: Machine
    var launch: LaunchReport?
    var workloads: [WorkloadReport] = []
    var series: [Series] = []
    var growth: [GrowthReport] = []
    var curves: [CurveReport] = []
    var forms: [FormReport] = []
    var client: ClientReport?
}

extension Report {
    /// The workloads that stayed over their gates, with their excess, and those that this system can measure but that
    /// were not measured; a check passes if there are none.
    var misses: [String] {
        workloads.filter { $0.verdict == .missed }.map(\.miss) + growth.filter { $0.verdict == .missed }.map(\.miss)
            + curves.filter { $0.verdict == .missed }.map(\.miss)
    }
}

extension WorkloadReport {
    fileprivate var miss: String {
        "\(name): \(outcome.ratio?.median.text(places: 2) ?? "not measured"), gate \(budget.gateText)"
    }
}

extension CurveReport {
    fileprivate var miss: String {
        let stop = isComplete ? "" : ", stopped at \(sizes.last?.grouped ?? "no size")"
        return "\(name): exponent \(exponent?.text(places: 2) ?? "n/a"), gate \(budget.gateText)\(stop)"
    }
}

extension GrowthReport {
    fileprivate var miss: String {
        "memory over \(activity): grows by \((growth ?? 0) >> 10) KiB"
    }
}

/// The cost of a workload, and its standing within its budget.
struct WorkloadReport: Equatable, Sendable, Codable {
    let name: String
    let floor: String
    let budget: Budget
    let outcome: Outcome
    let verdict: Verdict
}

extension WorkloadReport {
    init(_ workload: Workload, _ outcome: Outcome) {
        self.init(
            name: workload.name,
            floor: workload.floor,
            budget: workload.budget,
            outcome: outcome,
            verdict: outcome.ratio == nil && workload.isMeasurable
                ? .missed : workload.budget.verdict(on: outcome.ratio?.median)
        )
    }
}

extension Report {
    /// The report for programs, with its keys in order so that two runs can be compared line by line.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
