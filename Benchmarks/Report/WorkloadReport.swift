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
            verdict: workload.budget.verdict(on: outcome.ratio?.median)
        )
    }
}
