import Seam

/// A form in which a program can ask, compared with one object made by hand.
struct Form: Sendable {
    let name: String
    /// Makes a batch of such requests, beside a batch of objects.
    let pair: @Sendable () -> Pair

    init(_ name: String, _ batch: @escaping @Sendable () -> (Int) -> Void) {
        self.name = name
        pair = { Pair(floor: Workload.oneObject, seam: batch()) }
    }

    /// A form that is measured as a workload, too.
    init(_ name: String, _ workload: Workload) {
        self.name = name
        pair = {
            guard let measured = workload.pair?() else {
                preconditionFailure("'\(workload.name)' is no batch of requests.")
            }
            let operations = measured.operations
            return Pair(operations: operations) {
                Workload.oneObject(operations * $0)
            } seam: {
                measured.seam($0)
            }
        }
    }

    func measure(_ sampler: Sampler) -> Distribution {
        sampler.taking(0.5).samples(of: pair()).ratio
    }
}

/// The cost of a form of request.
struct FormReport: Equatable, Sendable, Codable {
    let name: String
    /// In multiples of one object made by hand.
    let ratio: Distribution
}
