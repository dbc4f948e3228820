/// The permitted cost of a workload, as a ratio to its floor.
struct Budget: Equatable, Sendable, Codable {
    /// The ratios that keep a budget.
    enum Direction: String, Sendable, Codable {
        case atMost
        case atLeast
    }

    /// The wanted ratio.
    let goal: Double
    /// The ratio that a check enforces; the distance to the goal is the slack for a noisy machine.
    let gate: Double
    let direction: Direction

    static func atMost(goal: Double, gate: Double) -> Self {
        Self(goal: goal, gate: gate, direction: .atMost)
    }

    static func atLeast(goal: Double, gate: Double) -> Self {
        Self(goal: goal, gate: gate, direction: .atLeast)
    }
}

extension Budget {
    /// The verdict on a measured ratio.
    ///
    /// A workload that could not be measured misses nothing.
    func verdict(on ratio: Double?) -> Verdict {
        guard let ratio else { return .unmeasured }
        if keeps(ratio, goal) { return .goal }
        return keeps(ratio, gate) ? .gate : .missed
    }

    private func keeps(_ ratio: Double, _ limit: Double) -> Bool {
        switch direction {
        case .atMost: ratio <= limit
        case .atLeast: ratio >= limit
        }
    }
}

extension Budget {
    /// The goal as tables show it: "≤ 1.25".
    var goalText: String { "\(sign) \(goal.shortText)" }

    /// The gate as tables show it: "≤ 1.8".
    var gateText: String { "\(sign) \(gate.shortText)" }

    private var sign: String {
        switch direction {
        case .atMost: "≤"
        case .atLeast: "≥"
        }
    }
}
