/// A cost that must not grow with a size, or only with its logarithm.
struct GrowthCurve: Sendable {
    /// The processor time that one size may take, its preparation included; a size that takes longer is the last.
    static let patience: Duration = .seconds(10)

    let name: String
    let sizes: [Int]
    /// Nanoseconds per operation at a size.
    let cost: @Sendable (Int) -> Double
    /// The exponents that are allowed.
    ///
    /// A logarithm has about 0.2 over these sizes, and memory that no longer fits into a cache has as much.
    let budget = Budget.atMost(goal: 0.2, gate: 0.4)

    /// Every curve, in the order of the report.
    ///
    /// The curve of ended threads comes last: their records stay.
    static var all: [GrowthCurve] {
        children + copies + names + contributions + depth + tasks + keptArguments + resets + threads
    }

    func measure() -> CurveReport {
        var values: [Double] = []
        for size in sizes {
            let duration = ProcessorTime.measure { values.append(cost(size)) }
            if duration > Self.patience { break }
        }
        let measured = Array(sizes.prefix(values.count))
        return CurveReport(
            name: name,
            sizes: measured,
            values: values,
            isComplete: measured.count == sizes.count,
            exponent: GrowthExponent.fitted(to: values, at: measured),
            budget: budget
        )
    }
}

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
