/// A task that programs repeat, compared with the least that it can cost.
struct Workload: Sendable {
    let name: String
    /// The floor in words.
    let floor: String
    let budget: Budget
    /// Whether the workload runs in a process of its own, because earlier work in a process changes its cost.
    var isIsolated = false
    /// Whether this system can measure the workload; if it can, an outcome without a ratio misses the gate.
    var isMeasurable = true
    /// Makes the two sides of the comparison, if the workload is one of two batches on one thread.
    var pair: (@Sendable () -> Pair)?
    let measure: @Sendable (Sampler) throws -> Outcome
}

extension Workload {
    /// A workload whose cost is the ratio of two times.
    ///
    /// - Parameter countsObjects: Whether allocations are counted too. Only work of one thread can be counted, and none
    ///   that retains short strings: the runtime's instruments take their bytes for an address (Swift 6.3, x86-64).
    init(
        _ name: String,
        floor: String,
        _ budget: Budget,
        countsObjects: Bool = true,
        pair: @escaping @Sendable () -> Pair
    ) {
        self.init(name: name, floor: floor, budget: budget, pair: pair) { sampler in
            let pair = pair()
            return Outcome(
                of: sampler.samples(of: pair),
                surplusObjects: countsObjects ? AllocationCounter()?.surplus(of: pair) : nil
            )
        }
    }

    /// Every workload, in the order of the report.
    ///
    /// Workloads that bind a container come last: from then on, the process looks for a bound one in each free request.
    static var all: [Workload] {
        launching + kept + unique + wired + declared + altered + derived + registry + asynchronous
            + rebuilt + diagnosed + twoThreads + [surplusObjects]
    }
}
