import Foundation

/// Holds threads back until it is opened; it stays open.
final class ThreadGate: @unchecked Sendable {
    // Unchecked because of `isOpen`, which is read and written only while the condition is locked.
    private let condition = NSCondition()
    private var isOpen = false

    /// How long a thread waits before a test is taken to hang.
    static let patience: TimeInterval = 600

    /// Lets all threads pass, those that wait and those that come later.
    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Blocks until the gate is open.
    ///
    /// - Returns: Whether it was opened in time.
    @discardableResult
    func pass() -> Bool {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        condition.lock()
        defer { condition.unlock() }
        while !isOpen {
            guard condition.wait(until: deadline) else { return isOpen }
        }
        return true
    }
}
