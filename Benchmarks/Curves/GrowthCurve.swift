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
        children + names + contributions + depth + tasks + keptArguments + resets + threads
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
