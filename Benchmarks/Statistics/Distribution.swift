/// The median of some samples, and the quartiles on both sides of it.
///
/// Quartiles rather than a deviation: on a machine that others use too, the samples have a long tail to one side.
struct Distribution: Equatable, Sendable, Codable {
    let lowerQuartile: Double
    let median: Double
    let upperQuartile: Double
}

extension Distribution {
    /// Summarises the samples.
    ///
    /// - Precondition: There is at least one sample.
    /// - Complexity: O(*n* log *n*) in the number of samples.
    init(of samples: some Collection<Double>) {
        precondition(!samples.isEmpty, "A distribution needs at least one sample.")
        let sorted = samples.sorted()
        lowerQuartile = Self.quantile(0.25, of: sorted)
        median = Self.quantile(0.5, of: sorted)
        upperQuartile = Self.quantile(0.75, of: sorted)
    }

    /// A distribution of one exact value, such as a count.
    init(exactly value: Double) {
        self.init(lowerQuartile: value, median: value, upperQuartile: value)
    }

    /// Interpolates between the two samples around the fraction.
    private static func quantile(_ fraction: Double, of sorted: [Double]) -> Double {
        let position = fraction * Double(sorted.count - 1)
        let below = Int(position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
}
