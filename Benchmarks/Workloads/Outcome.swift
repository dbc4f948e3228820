/// What measuring a workload gave.
struct Outcome: Equatable, Sendable, Codable {
    /// How many times its floor the workload took; `nil` where this machine cannot tell.
    let ratio: Distribution?
    /// Nanoseconds per operation of the floor, where the workload has a time of its own.
    var floor: Distribution?
    /// Nanoseconds per operation through Seam, where the workload has a time of its own.
    var seam: Distribution?
    /// Objects that an operation allocates beyond what its floor allocates; `nil` where they cannot be counted.
    var surplusObjects: Double?
}

extension Outcome {
    /// Summarises a comparison.
    init(of samples: PairedSamples, surplusObjects: Double?) {
        self.init(
            ratio: samples.ratio,
            floor: Distribution(of: samples.floor),
            seam: Distribution(of: samples.measured),
            surplusObjects: surplusObjects
        )
    }
}
