import Foundation
import Seam

extension Workload {
    /// The share of a second thread that is left when both make objects through the same container.
    ///
    /// A second thread is worth what the machine gives it, and where two processors share a core that is less than
    /// one. How much it is shows in the same rounds, by making the objects by hand; our part is measured against it.
    static let twoThreads = Workload(
        name: "two threads, unique",
        floor: "twice one thread",
        budget: .atLeast(goal: 0.95, gate: 0.8)
    ) { sampler in
        guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return Outcome(ratio: nil) }
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
        }
        let byHand = ThreadedBatch { count in
            for _ in 0..<count { consume(serviceByHand()) }
        }
        let resolved = ThreadedBatch { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
        var machine = ThreadSamples()
        var ours = ThreadSamples()
        for _ in 0..<sampler.taking(0.4).rounds {
            machine.append(alone: byHand.time(threads: 1), together: byHand.time(threads: 2))
            ours.append(alone: resolved.time(threads: 1), together: resolved.time(threads: 2))
        }
        return Outcome(ratio: Distribution(of: zip(ours.worth, machine.worth).map { $0 / min(1, $1) }))
    }
}
