import Testing

@testable import SeamBenchmarks

struct BudgetTests {
    @Test(arguments: [
        (1.0, Verdict.goal), (1.25, .goal), (1.26, .gate), (1.8, .gate), (1.81, .missed), (.infinity, .missed),
        (.nan, .missed),
    ])
    func lowerRatioKeepsABudgetOfAtMost(ratio: Double, verdict: Verdict) {
        #expect(Budget.atMost(goal: 1.25, gate: 1.8).verdict(on: ratio) == verdict)
    }

    @Test(arguments: [(1.2, Verdict.goal), (0.95, .goal), (0.9, .gate), (0.8, .gate), (0.79, .missed)])
    func higherRatioKeepsABudgetOfAtLeast(ratio: Double, verdict: Verdict) {
        #expect(Budget.atLeast(goal: 0.95, gate: 0.8).verdict(on: ratio) == verdict)
    }

    @Test func goalMayBeZero() {
        #expect(Budget.atMost(goal: 0, gate: 0).verdict(on: 0) == .goal)
        #expect(Budget.atMost(goal: 0, gate: 0).verdict(on: 0.01) == .missed)
    }

    @Test func valueThatCannotBeMeasuredMissesNoGate() {
        #expect(Budget.atMost(goal: 1, gate: 1).verdict(on: nil) == .unmeasured)
    }

    @Test func textShowsTheDirection() {
        #expect(Budget.atMost(goal: 1.25, gate: 2).goalText == "≤ 1.25")
        #expect(Budget.atLeast(goal: 0.95, gate: 0.8).gateText == "≥ 0.8")
    }
}
