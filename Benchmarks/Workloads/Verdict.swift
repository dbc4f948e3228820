/// The standing of a workload within its budget.
enum Verdict: String, Sendable, Codable, CustomStringConvertible {
    case goal
    case gate
    case missed
    case unmeasured

    var description: String {
        switch self {
        case .goal: "goal"
        case .gate: "within gate"
        case .missed: "OVER GATE"
        case .unmeasured: "n/a"
        }
    }
}

/// The measurements of a workload.
struct Outcome: Equatable, Sendable, Codable {
    /// The ratio of the workload to its floor; `nil` if this machine cannot measure it.
    let ratio: Distribution?
    /// Nanoseconds per operation of the floor, if the workload has a time of its own.
    var floor: Distribution?
    /// Nanoseconds per operation through Seam, if the workload has a time of its own.
    var seam: Distribution?
    /// Objects that an operation allocates beyond those of its floor; `nil` if they cannot be counted.
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
