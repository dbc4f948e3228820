import Dispatch
import Foundation
import Seam

/// The time by which a request has to end; a later one counts as stuck.
enum Deadline {
    /// A request was still running at its deadline.
    struct Missed: Error {}

    /// Far more than any request takes on a slow machine.
    static let seconds = 300

    /// The value of `body`, computed on a thread of its own.
    ///
    /// A thread that misses the deadline is left running.
    ///
    /// - Throws: What the body threw, or ``Missed``.
    static func valueOnThread<Value: Sendable>(
        stackSize: Int = 8 << 20,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await first { settle in
            let thread = Thread { settle(Result { try body() }) }
            thread.stackSize = stackSize
            thread.start()
        }
    }

    /// The value of `body`, computed in a task of its own.
    ///
    /// A task that misses the deadline is left running.
    ///
    /// - Throws: What the body threw, or ``Missed``.
    static func valueInTask<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await first { settle in
            Task {
                do { settle(.success(try await body())) } catch { settle(.failure(error)) }
            }
        }
    }

    /// The code of the error that a request in a task of its own ends with; `nil` if it succeeds.
    ///
    /// - Throws: ``Missed``, or an error that no request throws.
    static func codeInTask(
        _ request: @escaping @Sendable () async throws -> Void
    ) async throws -> ResolutionError.Code? {
        do { try await valueInTask(request) } catch let error as ResolutionError { return error.code }
        return nil
    }

    /// Ends the process with a failure if it still runs at the deadline.
    ///
    /// For exit tests: threads that a fault has blocked cannot be ended otherwise.
    static func endProcess() {
        Thread {
            Thread.sleep(forTimeInterval: TimeInterval(seconds))
            exit(EXIT_FAILURE)
        }
        .start()
    }

    private static func first<Value: Sendable>(
        _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        let isSettled = Parallel.Flag()
        let result = await withCheckedContinuation { continuation in
            let settle = { @Sendable (result: Result<Value, any Error>) in
                if isSettled.raise() { continuation.resume(returning: result) }
            }
            start(settle)
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { settle(.failure(Missed())) }
        }
        // The thread sanitizer does not know continuations; it knows the flag.
        _ = isSettled.isRaised
        return try result.get()
    }
}
