import Dispatch
import Foundation
import Synchronization

/// Threads that start the same work at the same moment.
final class ThreadTeam: Sendable {
    private let size: Int
    private let arrived = Atomic<Int>(0)
    private let span = Mutex<(start: ContinuousClock.Instant, end: ContinuousClock.Instant)?>(nil)

    private init(size: Int) {
        self.size = size
    }

    /// The time that a number of threads take for the same work, from the first start to the last end.
    ///
    /// Creating the threads and waiting for them is not part of it.
    static func time(threads: Int, _ work: @escaping @Sendable () -> Void) -> Duration {
        let team = ThreadTeam(size: threads)
        let finished = DispatchGroup()
        for _ in 0..<threads {
            finished.enter()
            Thread.detachNewThread {
                team.waitForAll()
                team.measure(work)
                finished.leave()
            }
        }
        finished.wait()
        return team.span.withLock { $0.map { $0.start.duration(to: $0.end) } ?? .zero }
    }

    /// Spins until every thread of the team is here.
    ///
    /// The threads do not yield as long as there are processors for all: threads that yield to each other can stay on
    /// one processor while another is idle.
    private func waitForAll() {
        let givesWay = size > ProcessInfo.processInfo.activeProcessorCount
        arrived.add(1, ordering: .acquiringAndReleasing)
        while arrived.load(ordering: .acquiring) < size {
            if givesWay { sched_yield() }
        }
    }

    private func measure(_ work: () -> Void) {
        let start = ContinuousClock.now
        work()
        let end = ContinuousClock.now
        span.withLock { span in
            span = span.map { (min($0.start, start), max($0.end, end)) } ?? (start, end)
        }
    }
}

/// A batch that several threads repeat at the same time.
struct ThreadedBatch: Sendable {
    private let body: @Sendable (Int) -> Void
    private let count: Int

    /// Finds out how many repetitions keep one thread busy for long enough to make its start unimportant.
    init(_ body: @escaping @Sendable (Int) -> Void) {
        self.body = body
        count = Sampler(rounds: 1, sampleDuration: .microseconds(500)).batchSize(for: body)
    }

    /// The time of each of these threads for its repetitions, in nanoseconds per repetition.
    func time(threads: Int) -> Double {
        ThreadTeam.time(threads: threads) { body(count) }.nanoseconds / Double(count)
    }
}
