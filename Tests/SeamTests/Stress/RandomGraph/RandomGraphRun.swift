import Foundation
import Seam
import TestKit

/// One round: the workers of a plan, all at once, under a watchdog.
struct RandomGraphRun {
    /// The outcome of a round.
    enum Outcome: Equatable {
        case right
        case wrong(String)
        /// A hang: threads or tasks are left running.
        case hanging(String)
    }

    private let plan: RandomGraphPlan
    private let assembly: RandomGraphAssembly
    private let patience: Double

    /// - Parameters:
    ///   - plan: The services and steps.
    ///   - slack: A factor of the watchdog's patience.
    init(_ plan: RandomGraphPlan, slack: Double) {
        self.plan = plan
        assembly = RandomGraphAssembly(plan)
        patience = (plan.kind.isCyclic ? 5 : 30) * slack
    }

    /// Runs the round, and blocks the calling thread meanwhile.
    func outcome() -> Outcome {
        let workers = Self.workers(plan.steps.count)
        let last = Self.workers(2, prefix: "last ")
        let everybody = workers + last + [assembly.stranger]
        guard allEnd(workers, then: last) else { return .hanging(report(everybody.map(\.activity))) }
        var complaints = everybody.flatMap(\.complaints)
        if plan.kind == .acyclic { complaints += Self.keepingComplaints(plan, everybody) }
        for worker in everybody { worker.letGo() }
        // A task may hold what it used until a moment after its result is known.
        let isEmpty = RandomGraphWatchdog.waits(limit: patience) { assembly.census.living == 0 }
        if !isEmpty { complaints.append("\(assembly.census.living) nodes are alive after the round.") }
        return complaints.isEmpty ? .right : .wrong(report(complaints))
    }

    private func report(_ lines: [String]) -> String {
        (["SEAM_GRAPH_SEED=\(plan.seed), \(plan.kind.rawValue):"] + plan.services.map(\.description) + ["--"] + lines)
            .joined(separator: "\n  ")
    }

    // MARK: - Workers

    /// Threads with even numbers, tasks with odd ones.
    private static func workers(_ count: Int, prefix: String = "") -> [RandomGraphWorker] {
        (0..<count)
            .map { index in
                let isThread = index.isMultiple(of: 2)
                return RandomGraphWorker(prefix + (isThread ? "thread \(index)" : "task \(index)"), isThread: isThread)
            }
    }

    /// Runs the workers, and then others that find the containers intact.
    ///
    /// - Returns: Whether all of them ended.
    private func allEnd(_ workers: [RandomGraphWorker], then last: [RandomGraphWorker]) -> Bool {
        let root = Container()
        let containers = [root, Container(parent: root)]
        assembly.register(in: containers[0], child: containers[1])
        let (assembly, steps) = (assembly, plan.steps)
        let haveEnded = end(workers) { index, worker in
            for step in steps[index] {
                worker.during("\(step)") { assembly.perform(step, in: containers, for: worker) }
            }
        } inTask: { index, worker in
            for step in steps[index] {
                await worker.during("\(step)") { await assembly.perform(step, in: containers, for: worker) }
            }
        }
        return haveEnded
            && end(last) { _, worker in
                worker.during("uses the containers again") { assembly.useAgain(containers, for: worker) }
            } inTask: { _, worker in
                await worker.during("uses the containers again") { await assembly.useAgain(containers, for: worker) }
            }
    }

    /// Starts workers at the same moment.
    ///
    /// - Returns: Whether all of them ended.
    private func end(
        _ workers: [RandomGraphWorker],
        onThread: @escaping @Sendable (Int, RandomGraphWorker) -> Void,
        inTask: @escaping @Sendable (Int, RandomGraphWorker) async -> Void
    ) -> Bool {
        let watchdog = RandomGraphWatchdog(workers: workers.count)
        let start = Flag()
        for (index, worker) in workers.enumerated() {
            if worker.isThread {
                WorkerThread(stackSize: 8 << 20) {
                    while !start.isRaised { CurrentThread.yield() }
                    RandomGraphWorker.$current.withValue(worker) { onThread(index, worker) }
                    watchdog.leave(worker)
                }
            } else {
                Task.detached {
                    while !start.isRaised { await Task.yield() }
                    await RandomGraphWorker.$current.withValue(worker) { await inTask(index, worker) }
                    watchdog.leave(worker)
                }
            }
        }
        _ = start.raise()
        return watchdog.allEnd(workers, patience: patience)
    }

    // MARK: - Keeping

    /// Lists the kept instances that were built more than once, or are not the same for all requests.
    private static func keepingComplaints(_ plan: RandomGraphPlan, _ workers: [RandomGraphWorker]) -> [String] {
        let builds = Dictionary(workers.flatMap(\.builds).map { ($0, 1) }, uniquingKeysWith: +)
        let answers = workers.flatMap(\.answers).filter { plan.services[$0.number].isKept }
        return builds.filter { plan.services[$0.key.number].isKept && $0.value > 1 }
            .map { "\($0.key) was built \($0.value) times." }
            + differences(answers.filter { !$0.byAlias }, "instances") { $0.node }
            + differences(answers.filter(\.byAlias), "instances by the alias") { $0.node }
            + differences(answers, "built instances") { $0.node.core }
    }

    private static func differences(
        _ answers: [RandomGraphWorker.Answer],
        _ what: String,
        instance: (RandomGraphWorker.Answer) -> GraphNode
    ) -> [String] {
        Dictionary(grouping: answers, by: \.node.place)
            .compactMap { place, answers in
                let count = Set(answers.map { ObjectIdentifier(instance($0)) }).count
                return count > 1 ? "\(place) has \(count) \(what)." : nil
            }
    }
}
