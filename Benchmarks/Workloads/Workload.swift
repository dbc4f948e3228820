/// Something a program does all day, with the least that it can cost.
struct Workload: Sendable {
    let name: String
    /// The floor, in words.
    let floor: String
    let budget: Budget
    let measure: @Sendable (Sampler) -> Outcome
}

extension Workload {
    /// A workload whose cost is the ratio of two times.
    init(_ name: String, floor: String, _ budget: Budget, pair: @escaping @Sendable () -> Pair) {
        self.init(name: name, floor: floor, budget: budget) { sampler in
            let pair = pair()
            return Outcome(
                of: sampler.samples(of: pair),
                surplusObjects: AllocationCounter()?.surplus(of: pair)
            )
        }
    }

    /// Every workload, in the order of the report.
    static var all: [Workload] {
        kept + unique + wired + registry + [twoThreads, surplusObjects]
    }
}
