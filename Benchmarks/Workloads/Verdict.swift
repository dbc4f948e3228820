/// The standing of a workload within its budget.
enum Verdict: String, Sendable, Codable, CustomStringConvertible {
    case goal
    case gate
    /// Over the gate, and within the provisional one.
    case behind
    case missed
    case unmeasured

    var description: String {
        switch self {
        case .goal: "goal"
        case .gate: "within gate"
        case .behind: "over gate, known"
        case .missed: "OVER GATE"
        case .unmeasured: "n/a"
        }
    }
}
