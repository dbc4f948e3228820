import TestKit

@testable import Seam

extension Build {
    /// The build that the calling thread or task makes.
    static var current: Build? { Waiter.current.build }

    /// Blocks until that many requests wait for this build.
    ///
    /// - Returns: `false` if they do not come before the ``Deadline``.
    func isAwaited(by count: Int) -> Bool {
        let end = ContinuousClock.now + .seconds(Deadline.seconds)
        while ContinuousClock.now < end {
            if WaitGraph.lock.withLock({ _ in waits.count }) >= count { return true }
            CurrentThread.yield()
        }
        return false
    }
}
