import Foundation

/// Holds threads and tasks back until it is opened; it stays open.
package final class Gate: @unchecked Sendable {
    // Unchecked because of the variables, which are read and written only while the condition is locked.
    private let condition = NSCondition()
    private var isOpen = false
    private var suspended: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Releases all threads and tasks that wait or come later.
    package func open() {
        let resumed = condition.withLock {
            isOpen = true
            condition.broadcast()
            defer { suspended = [] }
            return suspended
        }
        for continuation in resumed { continuation.resume() }
    }

    /// Blocks the calling thread until the gate is open.
    ///
    /// - Returns: Whether it was opened before the ``Deadline``.
    @discardableResult
    package func wait() -> Bool {
        let deadline = Date(timeIntervalSinceNow: TimeInterval(Deadline.seconds))
        return condition.withLock {
            while !isOpen {
                guard condition.wait(until: deadline) else { return isOpen }
            }
            return true
        }
    }

    /// Suspends the calling task until the gate is open.
    package func pass() async {
        await withCheckedContinuation { continuation in
            let passes = condition.withLock {
                if !isOpen { suspended.append(continuation) }
                return isOpen
            }
            if passes { continuation.resume() }
        }
        // The thread sanitizer does not know continuations; it knows the lock.
        condition.withLock {}
    }
}
