import Testing

@testable import SeamBenchmarks

struct WorkloadTests {
    @Test func workloadsHaveNamesOfTheirOwn() {
        let names = Workload.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Workload.all.map { ($0.name, $0.budget) })
    func gateLeavesSlackBesideTheGoal(name: String, budget: Budget) {
        switch budget.direction {
        case .atMost: #expect(budget.goal <= budget.gate)
        case .atLeast: #expect(budget.goal >= budget.gate)
        }
    }

    @Test func everyRowOfThePlanIsMeasured() {
        #expect(Workload.all.count == 15)
    }

    @Test func pairIsMadeOnlyWhenItIsMeasured() {
        let workload = Workload("never", floor: "never", .atMost(goal: 1, gate: 1)) {
            Issue.record("A workload that nobody measures must cost nothing.")
            return Pair { _ in
            } seam: { _ in
            }
        }
        #expect(workload.name == "never")
    }
}
