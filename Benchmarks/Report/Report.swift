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
    /// The workloads that stayed over their gates, with their excess; a check passes if there are none.
    var misses: [String] {
        workloads.filter { $0.verdict == .missed }.map(\.miss) + growth.filter { $0.verdict == .missed }.map(\.miss)
            + curves.filter { $0.verdict == .missed }.map(\.miss)
    }
}

extension WorkloadReport {
    fileprivate var miss: String {
        "\(name): \(outcome.ratio?.median.text(places: 2) ?? "n/a"), gate \(budget.gateText)"
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
