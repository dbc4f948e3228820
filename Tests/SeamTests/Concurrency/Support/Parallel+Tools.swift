import Dispatch
import Synchronization

extension Parallel {
    /// A door that threads and tasks wait at until somebody opens it, once and for all.
    final class Gate: Sendable {
        private struct State {
            var isOpen = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let semaphore = DispatchSemaphore(value: 0)
        private let state = Mutex(State())

        /// Lets everybody through.
        func open() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                state.isOpen = true
                return state.waiting
            }
            semaphore.signal()
            for continuation in waiting { continuation.resume() }
        }

        /// Blocks the calling thread.
        ///
        /// - Returns: Whether the gate was opened in time.
        @discardableResult
        func wait() -> Bool {
            guard semaphore.wait(timeout: .now() + .seconds(patience)) == .success else { return false }
            semaphore.signal()
            return true
        }

        /// Suspends the calling task.
        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    /// Counts from any thread.
    final class Tally: Sendable {
        private let count = Atomic<Int>(0)

        var value: Int { count.load(ordering: .sequentiallyConsistent) }

        @discardableResult
        func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

        /// Gives other tasks the turn until the count is reached.
        func reaches(_ expected: Int) async {
            while value < expected { await Task.yield() }
        }
    }

    /// Notes what happened, in order, from any thread.
    final class Log: Sendable {
        private let content = Mutex<[String]>([])

        var entries: [String] { content.withLock { $0 } }

        func note(_ entry: String) { content.withLock { $0.append(entry) } }
    }

    /// A value that one thread changes and another reads.
    final class Box<Value: Sendable>: Sendable {
        private let content: Mutex<Value>

        var value: Value {
            get { content.withLock { $0 } }
            set { content.withLock { $0 = newValue } }
        }

        init(_ value: Value) { content = Mutex(value) }
    }

    /// Goes up once.
    final class Flag: Sendable {
        private let isUp = Atomic<Bool>(false)

        var isRaised: Bool { isUp.load(ordering: .acquiring) }

        /// - Returns: Whether it was down until now.
        func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }
    }
}
