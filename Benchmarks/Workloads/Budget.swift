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
    /// A looser limit that a check enforces as long as the gate is out of reach.
    var provisionalGate: Double?

    static func atMost(goal: Double, gate: Double, provisionally provisionalGate: Double? = nil) -> Self {
        Self(goal: goal, gate: gate, direction: .atMost, provisionalGate: provisionalGate)
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
        if keeps(ratio, gate) { return .gate }
        return provisionalGate.map { keeps(ratio, $0) } == true ? .behind : .missed
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

    /// The gate as tables show it: "≤ 1.8"; with a provisional one, "≤ 10 (60)".
    var gateText: String { "\(sign) \(gate.shortText)" + (provisionalGate.map { " (\($0.shortText))" } ?? "") }

    private var sign: String {
        switch direction {
        case .atMost: "≤"
        case .atLeast: "≥"
        }
    }
}
