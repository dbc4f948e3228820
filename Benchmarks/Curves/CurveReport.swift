/// The growth of a cost with a size.
struct CurveReport: Equatable, Sendable, Codable {
    let name: String
    /// The measured sizes, the smallest first.
    let sizes: [Int]
    /// The nanoseconds per operation at these sizes.
    let values: [Double]
    /// Whether the sizes are all that the curve has; if they take too long, the largest are left out.
    let isComplete: Bool
    let exponent: Double?
    let budget: Budget
}

extension CurveReport {
    /// A curve that was not finished misses its gate.
    var verdict: Verdict {
        isComplete ? budget.verdict(on: exponent) : .missed
    }
}
