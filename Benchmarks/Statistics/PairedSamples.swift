/// Samples of a floor and of what is measured against it, taken in turns.
struct PairedSamples: Equatable, Sendable {
    /// Nanoseconds per operation, one element a round.
    private(set) var floor: [Double] = []
    /// Nanoseconds per operation, one element a round.
    private(set) var measured: [Double] = []

    /// Adds the two samples of one round.
    mutating func append(floor: Double, measured: Double) {
        self.floor.append(floor)
        self.measured.append(measured)
    }
}

extension PairedSamples {
    /// The ratio of the measured side to its floor.
    ///
    /// The two samples of a round were taken within the same fraction of a millisecond, so a longer disturbance slows
    /// both samples and does not change their ratio. A shorter disturbance affects single rounds, which the median
    /// leaves out.
    ///
    /// - Precondition: There is at least one round.
    var ratio: Distribution {
        Distribution(of: zip(floor, measured).map { $1 / $0 })
    }
}
