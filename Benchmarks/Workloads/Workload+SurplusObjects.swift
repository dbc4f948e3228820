extension Workload {
    /// The greatest number of objects that a resolution allocates besides the service; the goal is 0.
    static let surplusObjects = Workload(
        name: "objects allocated beyond the service itself",
        floor: "0",
        budget: .atMost(goal: 0, gate: 0)
    ) { _ in
        let once = Sampler(rounds: 1, sampleDuration: .nanoseconds(1))
        let surplus = try [singleton, cached, shared, uniqueService, named, oneArgument, tenObjects]
            .map { try $0.measure(once).surplusObjects }
        guard let worst = surplus.compactMap(\.self).max() else { return Outcome(ratio: nil) }
        return Outcome(ratio: Distribution(exactly: worst), surplusObjects: worst)
    }
}
