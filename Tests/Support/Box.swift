import Foundation

/// A value behind a lock whose every step the thread sanitizer sees.
///
/// The sanitizer does not see into the slow path of `Mutex`, and reports accesses that it orders as races.
package final class Box<Value>: @unchecked Sendable {
    // Unchecked because of `content`, which is read and written only while `lock` is held.
    private let lock = NSLock()
    private var content: Value

    package init(_ value: sending Value) { content = value }

    /// Calls `body` with exclusive access to the value.
    package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&content)
    }
}

extension Box where Value: Sendable {
    /// The value; a replaced one is released after the lock.
    package var value: Value {
        get { withLock { $0 } }
        set {
            let old = withLock { content in
                defer { content = newValue }
                return content
            }
            withExtendedLifetime(old) {}
        }
    }
}

extension Box {
    /// A box without a value yet.
    package convenience init<Wrapped>() where Value == Wrapped? { self.init(.none) }
}
