import Dispatch
import Foundation
import Seam

/// What tests with several threads and tasks are made of.
enum Parallel {
    /// How long a test waits before it takes a hang for proven.
    static let patience = Int(ThreadGate.patience)

    /// Starts a thread of its own, with as much stack as asked for.
    static func thread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }

    /// What `body` returns on a thread of its own; `nil` where it does not return.
    ///
    /// Blocks the calling thread meanwhile.
    static func value<Value: Sendable>(
        stackSize: Int? = nil,
        onThread body: @escaping @Sendable () -> Value
    ) -> Value? {
        let box = Box<Value?>(nil)
        let gate = Gate()
        thread(stackSize: stackSize) {
            box.value = body()
            gate.open()
        }
        guard gate.wait() else { return nil }
        return box.value
    }

    /// What `body` returns on a thread of its own; `nil` where it does not return.
    ///
    /// Suspends the calling task meanwhile.
    static func result<Value: Sendable>(
        stackSize: Int? = nil,
        onThread body: @escaping @Sendable () -> Value
    ) async -> Value? {
        await first { settle in thread(stackSize: stackSize) { settle(body()) } }
    }

    /// What a request fails with on a thread of its own; `nil` where it does not fail, or does not return.
    static func error(
        onThread request: @escaping @Sendable () throws(ResolutionError) -> Void
    ) async -> ResolutionError? {
        await result { failure(of: request) } ?? nil
    }

    /// What a request fails with; `nil` where it does not fail.
    static func failure(of request: () throws(ResolutionError) -> Void) -> ResolutionError? {
        do throws(ResolutionError) {
            try request()
            return nil
        } catch {
            return error
        }
    }

    /// What `body` returns in a task of its own; `nil` where it does not return.
    static func result<Value: Sendable>(inTask body: @escaping @Sendable () async -> Value) async -> Value? {
        await first { settle in Task { settle(await body()) } }
    }

    /// Calls `body` on several threads that start together; the results by their number, or `nil` after a hang.
    static func results<Value: Sendable>(
        ofThreads count: Int,
        _ body: @escaping @Sendable (Int) -> Value
    ) async -> [Value]? {
        let ready = Tally()
        let start = Gate()
        return await withTaskGroup(of: (Int, Value?).self) { group in
            for index in 0..<count {
                group.addTask {
                    let value = await result { () -> Value? in
                        if ready.increment() == count { start.open() }
                        return start.wait() ? body(index) : nil
                    }
                    return (index, value ?? nil)
                }
            }
            var values: [Int: Value] = [:]
            for await (index, value) in group { values[index] = value }
            let ordered = (0..<count).compactMap { values[$0] }
            return ordered.count == count ? ordered : nil
        }
    }

    /// The first value that `start` has settled, or `nil` when patience is at its end.
    private static func first<Value: Sendable>(
        _ start: (@escaping @Sendable (Value?) -> Void) -> Void
    ) async -> Value? {
        let isSettled = Flag()
        let value = await withCheckedContinuation { continuation in
            let settle = { @Sendable (value: Value?) in
                if isSettled.raise() { continuation.resume(returning: value) }
            }
            start(settle)
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience)) { settle(nil) }
        }
        // What was written before the flag went up is seen from here on: the thread sanitizer does not know
        // continuations.
        _ = isSettled.isRaised
        return value
    }
}
