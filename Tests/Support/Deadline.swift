import Dispatch
import Foundation

/// The time by which everything that a test waits for has to end; a later end counts as a hang.
package enum Deadline {
    /// The error of work that was still running at its deadline.
    package struct Missed: Error {}

    /// The time in seconds: far more than any work takes on a slow machine.
    package static let seconds = 600

    /// Ends the process with a failure if it still runs at the deadline.
    ///
    /// For exit tests: threads that a fault has blocked cannot be ended otherwise.
    package static func endProcess() {
        Thread {
            Thread.sleep(forTimeInterval: TimeInterval(seconds))
            exit(EXIT_FAILURE)
        }
        .start()
    }
}

// MARK: - Work that throws

extension Deadline {
    /// The value of `body`, computed on a thread of its own; the calling task suspends.
    ///
    /// A thread that misses the deadline is left running.
    ///
    /// - Throws: The error of the body, or ``Missed``.
    package static func valueOnThread<Value: Sendable>(
        stackSize: Int = 8 << 20,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard let result = await result(stackSize: stackSize, onThread: { Result { try body() } }) else {
            throw Missed()
        }
        return try result.get()
    }

    /// The value of `body`, computed in a task of its own.
    ///
    /// A task that misses the deadline is left running.
    ///
    /// - Throws: The error of the body, or ``Missed``.
    package static func valueInTask<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let result = await result(inTask: { () async -> Result<Value, any Error> in
            do { return .success(try await body()) } catch { return .failure(error) }
        })
        guard let result else { throw Missed() }
        return try result.get()
    }
}

// MARK: - Work that does not throw

extension Deadline {
    /// The value of `body`, computed on a thread of its own, while the calling task suspends; `nil` after a hang.
    package static func result<Value: Sendable>(
        stackSize: Int = 8 << 20,
        onThread body: @escaping @Sendable () -> Value
    ) async -> Value? {
        await first { settle in WorkerThread(stackSize: stackSize) { settle(body()) } }
    }

    /// The value of `body`, computed in a task of its own; `nil` after a hang.
    package static func result<Value: Sendable>(inTask body: @escaping @Sendable () async -> Value) async -> Value? {
        await first { settle in Task { settle(await body()) } }
    }

    /// The value of `body`, computed on a thread of its own, while the calling thread blocks; `nil` after a hang.
    package static func blockingResult<Value: Sendable>(
        stackSize: Int = 8 << 20,
        onThread body: @escaping @Sendable () -> Value
    ) -> Value? {
        try? WorkerThread(stackSize: stackSize, body).value()
    }

    /// The first value that `start` settles, or `nil` at the deadline.
    private static func first<Value: Sendable>(
        _ start: (@escaping @Sendable (Value?) -> Void) -> Void
    ) async -> Value? {
        let isSettled = Flag()
        let value = await withCheckedContinuation { continuation in
            let settle = { @Sendable (value: Value?) in
                if isSettled.raise() { continuation.resume(returning: value) }
            }
            start(settle)
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { settle(nil) }
        }
        // The thread sanitizer does not know continuations; it knows the flag.
        _ = isSettled.isRaised
        return value
    }
}
