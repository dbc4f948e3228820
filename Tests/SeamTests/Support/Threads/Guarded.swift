import Foundation

/// A value behind a lock whose every step the thread sanitizer sees.
///
/// It does not see into the slow path of `Mutex`, and takes what many threads do there for a race.
final class Guarded<Value>: @unchecked Sendable {
    // Unchecked because of `value`, which is read and written only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    /// Calls `body` with the value while nobody else uses it.
    func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
