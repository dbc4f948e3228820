import Foundation

/// A thread of its own that computes one value.
final class WorkerThread<Value: Sendable>: Sendable {
    private let outcome = Guarded<Result<Value, any Error>?>(nil)
    private let isDone = ThreadGate()

    /// Starts the thread.
    init(_ body: @escaping @Sendable () throws -> Value) {
        let thread = Thread { [self] in
            let result = Result { try body() }
            outcome.withLock { $0 = result }
            isDone.open()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Waits for the value.
    ///
    /// - Throws: What the body threw, or ``StuckThread`` where it does not end.
    func value() throws -> Value {
        try result().get()
    }

    /// Waits for the value or the error of the body.
    ///
    /// - Throws: ``StuckThread`` where the body does not end.
    func result() throws -> Result<Value, any Error> {
        guard isDone.pass(), let result = outcome.withLock({ $0 }) else { throw StuckThread() }
        return result
    }
}

/// A thread did not end within ``ThreadGate/patience``.
struct StuckThread: Error {}
