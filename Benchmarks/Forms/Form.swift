import Seam

/// A form in which a program can ask, compared with one object made by hand.
struct Form: Sendable {
    let name: String
    /// Makes a batch of such requests.
    let batch: @Sendable () -> (Int) -> Void

    init(_ name: String, _ batch: @escaping @Sendable () -> (Int) -> Void) {
        self.name = name
        self.batch = batch
    }

    /// A form that is measured as a workload, too.
    init(_ name: String, _ workload: Workload) {
        self.init(name) {
            guard let pair = workload.pair?(), pair.operations == 1 else {
                preconditionFailure("'\(workload.name)' is no batch of single requests.")
            }
            return pair.seam
        }
    }

    func measure(_ sampler: Sampler) -> Distribution {
        sampler.taking(0.5).samples(of: Pair(floor: Workload.oneObject, seam: batch())).ratio
    }
}
