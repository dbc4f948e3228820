import Foundation
import Seam
import TestKit
import Testing

/// Random graphs of services, built by threads and tasks at once.
///
/// A failing round prints its seed; the environment says what is run:
///
/// - `SEAM_GRAPH_SEED`: The seed of the first round; later rounds count up.
/// - `SEAM_GRAPH_SECONDS`: The time of each kind of rounds.
/// - `SEAM_GRAPH_KIND`: The only kind to run.
/// - `SEAM_GRAPH_PLANS`: How many plans are repeated in turn, 1 to repeat the one of a failure.
/// - `SEAM_GRAPH_SLACK`: A factor of the watchdog's patience, for sanitizers.
@Suite(.serialized)
struct RandomGraphStressTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["SEAM_GRAPH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000_000)
    private static let seconds = environment["SEAM_GRAPH_SECONDS"].flatMap { Double($0) } ?? 3
    private static let plans = environment["SEAM_GRAPH_PLANS"].flatMap { Int($0) } ?? .max
    private static let slack = environment["SEAM_GRAPH_SLACK"].flatMap { Double($0) } ?? 1
    private static let kinds = RandomGraphPlan.Kind.allCases
        .filter { environment["SEAM_GRAPH_KIND", default: $0.rawValue] == $0.rawValue }

    /// Runs rounds until the time is over or one of them is not right.
    ///
    /// - Returns: How many rounds were right, and the fault of the last one.
    private static func series(_ kind: RandomGraphPlan.Kind) -> (rounds: Int, fault: String?) {
        let end = ContinuousClock.now + .seconds(seconds)
        var rounds = 0
        repeat {
            let plan = RandomGraphPlan(seed: seed &+ UInt64(rounds % plans), kind: kind)
            switch RandomGraphRun(plan, slack: slack).outcome() {
            case .right: rounds += 1
            case .wrong(let report): return (rounds, report)
            case .hanging(let report): return (rounds, "Hangs. " + report)
            }
        } while ContinuousClock.now < end
        return (rounds, nil)
    }

    @Test(.timeLimit(.minutes(30)), arguments: kinds)
    func everyRequestEndsAndNoInstanceIsLeft(kind: RandomGraphPlan.Kind) async {
        print("Random graphs, \(kind.rawValue): SEAM_GRAPH_SEED=\(Self.seed)")
        let series = Box<(rounds: Int, fault: String?)>((0, nil))
        // On a thread, since the pool of tasks is what the rounds need. A hang may occupy that for good: the fault is
        // printed before anything waits for the pool again.
        await withCheckedContinuation { continuation in
            WorkerThread {
                let result = Self.series(kind)
                series.withLock { $0 = result }
                if let fault = result.fault { print(fault) }
                continuation.resume()
            }
        }
        let (rounds, fault) = series.withLock { $0 }
        print("Random graphs, \(kind.rawValue): \(rounds) rounds")
        if let fault { Issue.record(Comment(rawValue: fault)) }
        #expect(fault != nil || rounds > 0)
    }

    @Test func planFollowsFromItsSeed() {
        func text(_ seed: UInt64) -> String {
            let plan = RandomGraphPlan(seed: seed, kind: .changingCyclic)
            return "\(plan.services) \(plan.steps)"
        }
        #expect(text(1) == text(1))
        #expect(text(1) != text(2))
    }

    @Test(arguments: [RandomGraphPlan.Kind.acyclic, .changingAcyclic])
    func acyclicPlanNeedsOnlyEarlierServices(kind: RandomGraphPlan.Kind) {
        for seed in 0..<500 as Range<UInt64> {
            let services = RandomGraphPlan(seed: seed, kind: kind).services
            for service in services {
                let hooks = [service.created, service.resolved, service.decoration].compactMap { $0 }.flatMap { $0 }
                #expect((service.dependencies + hooks).allSatisfy { $0 < service.number })
                let synchronous = service.isAsync ? hooks : service.dependencies + hooks
                #expect(!synchronous.contains { services[$0].isAsync })
            }
        }
    }

    @Test func watchdogFindsTheWorkerThatHangs() {
        let workers = [RandomGraphWorker("idle", isThread: true), RandomGraphWorker("stuck", isThread: true)]
        let watchdog = RandomGraphWatchdog(workers: 2)
        watchdog.leave(workers[0])
        #expect(!watchdog.allEnd(workers, patience: 0.2))
        watchdog.leave(workers[1])
        #expect(watchdog.allEnd(workers, patience: 0.2))
    }
}
