import Dispatch
import Foundation
import Seam

/// What tests with several threads and tasks are made of.
enum Parallel {
    /// How long a test waits before it takes a hang for proven.
    static let patience = 30

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
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            thread(stackSize: stackSize) { once.resume(body()) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience)) { once.resume(nil) }
        }
    }

    /// What a request fails with on a thread of its own; `nil` where it does not fail, or does not return.
    static func error(
        onThread request: @escaping @Sendable () throws(ResolutionError) -> Void
    ) async -> ResolutionError? {
        await result { () -> ResolutionError? in
            do throws(ResolutionError) {
                try request()
                return nil
            } catch {
                return error
            }
        } ?? nil
    }

    /// What `body` returns in a task of its own; `nil` where it does not return.
    static func result<Value: Sendable>(inTask body: @escaping @Sendable () async -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            Task { once.resume(await body()) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience)) { once.resume(nil) }
        }
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
                    await withCheckedContinuation { continuation in
                        let once = Once<Value>(continuation, index)
                        thread {
                            if ready.increment() == count { start.open() }
                            guard start.wait() else { return }
                            once.resume(body(index))
                        }
                        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience)) { once.resume(nil) }
                    }
                }
            }
            var values: [Int: Value] = [:]
            for await (index, value) in group { values[index] = value }
            let ordered = (0..<count).compactMap { values[$0] }
            return ordered.count == count ? ordered : nil
        }
    }
}
