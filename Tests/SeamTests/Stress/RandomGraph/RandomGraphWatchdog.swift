import Dispatch
import Foundation
import TestKit

/// Watches whether the workers of a round still make progress.
///
/// Time is counted in beats in which the pool of tasks has run something: if other tests occupy the pool, a task that
/// waits cannot be told from one that hangs. A beat without a sign of the pool counts a tenth.
final class RandomGraphWatchdog: Sendable {
    private static let beat = 0.05
    private let missing: Box<Int>
    private let everybodyEnded = DispatchSemaphore(value: 0)

    /// - Parameter workers: How many call ``leave()``.
    init(workers: Int) { missing = Box(workers) }

    /// Notes that a worker has ended.
    func leave(_ worker: RandomGraphWorker) {
        worker.finish()
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { everybodyEnded.signal() }
    }

    /// Blocks until all workers have ended, or one spends more than `patience` seconds on one step.
    ///
    /// - Returns: Whether all of them have ended.
    func allEnd(_ workers: [RandomGraphWorker], patience: Double) -> Bool {
        var progress = workers.map(\.progress)
        var waited = workers.map { _ in 0.0 }
        var sign = Self.sign()
        while everybodyEnded.wait(timeout: .now() + Self.beat) == .timedOut {
            let isPoolAlive = sign.isRaised
            if isPoolAlive { sign = Self.sign() }
            for (index, worker) in workers.enumerated() {
                let current = worker.progress
                let hasMoved = worker.isDone || current != progress[index]
                waited[index] = hasMoved ? 0 : waited[index] + (isPoolAlive ? 1 : 0.1) * Self.beat
                progress[index] = current
            }
            guard waited.allSatisfy({ $0 < patience }) else { return false }
        }
        return true
    }

    /// Blocks until a condition holds.
    ///
    /// - Returns: Whether it held within `limit` seconds.
    static func waits(limit: Double, until condition: () -> Bool) -> Bool {
        var waited = 0.0
        var sign = sign()
        while !condition() {
            guard waited < limit else { return false }
            Thread.sleep(forTimeInterval: 0.001)
            waited += sign.isRaised ? 0.001 : 0.000_1
            if sign.isRaised { sign = Self.sign() }
        }
        return true
    }

    /// A flag that a task raises.
    private static func sign() -> Flag {
        let flag = Flag()
        Task.detached { _ = flag.raise() }
        return flag
    }
}
