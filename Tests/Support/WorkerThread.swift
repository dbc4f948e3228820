import Foundation

/// A thread of its own that computes one value, for callers that block.
///
/// ``Deadline`` has the forms for callers that suspend.
package final class WorkerThread<Value: Sendable>: Sendable {
    private let outcome = Box<Result<Value, any Error>?>()
    private let isDone = Gate()

    private typealias Work = @Sendable () throws -> Value

    /// Starts the thread, which runs whether or not the value is asked for.
    ///
    /// - Parameter stackSize: The bytes of the thread's stack.
    @discardableResult
    package init(stackSize: Int = 8 << 20, _ body: @escaping @Sendable () throws -> Value) {
        let work = Box<Work?>(body)
        let thread = Thread { [self] in
            // The captures of the body are released before the gate opens: their end is part of what a test waits for.
            let result = Self.result(of: work)
            outcome.withLock { $0 = result }
            isDone.open()
        }
        thread.stackSize = stackSize
        thread.start()
    }

    private static func result(of work: Box<Work?>) -> Result<Value, any Error> {
        let body = work.withLock { work in
            defer { work = nil }
            return work
        }
        guard let body else { return .failure(StuckThread()) }
        return Result { try body() }
    }

    /// Waits for the value.
    ///
    /// - Throws: The error of the body, or ``StuckThread`` if the body does not end.
    package func value() throws -> Value {
        try result().get()
    }

    /// Waits for the value or the error of the body.
    ///
    /// - Throws: ``StuckThread`` if the body does not end.
    package func result() throws -> Result<Value, any Error> {
        guard isDone.wait(), let result = outcome.withLock({ $0 }) else { throw StuckThread() }
        return result
    }
}

/// The error of a thread that did not end before the ``Deadline``.
package struct StuckThread: Error {
    package init() {}
}
