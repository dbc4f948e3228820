import Synchronization

extension Fixtures {
    /// Counts calls, from any thread.
    final class Counter: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        /// Counts one more, and returns how many there were.
        @discardableResult
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Notes values in the order they come, from any thread.
    final class Journal<Value: Sendable>: Sendable {
        private let entries = Mutex<[Value]>([])

        var values: [Value] { entries.withLock { $0 } }

        func note(_ value: Value) { entries.withLock { $0.append(value) } }
    }

    /// A place for one value that is set later.
    final class Cell<Value: Sendable>: Sendable {
        private let content = Mutex<Value?>(nil)

        var value: Value? {
            get { content.withLock { $0 } }
            set {
                let old = content.withLock { content in
                    defer { content = newValue }
                    return content
                }
                withExtendedLifetime(old) {}
            }
        }
    }

    /// A reference that keeps nothing alive.
    final class WeakReference<Object: AnyObject & Sendable>: Sendable {
        private let content = Mutex(Holder())

        private struct Holder {
            weak var object: Object?
        }

        init(_ object: Object? = nil) { self.object = object }

        var object: Object? {
            get { content.withLock { $0.object } }
            set { content.withLock { $0.object = newValue } }
        }
    }
}
