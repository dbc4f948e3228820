/// The types that were asked for in vain and stand for no other type: a request for one that nobody registered can
/// be answered without asking the runtime whether it is an `Optional`, a `Lazy` or the like.
@usableFromInline
final class PlainTypes: Sendable {
    @usableFromInline static let shared = PlainTypes()

    @usableFromInline let table = ConcurrentTable()
    private let lock = Lock(())

    /// Whether the type with that signature is known; called between `beginReading` and `endReading`.
    @inlinable @inline(__always)
    func contains(_ signature: UInt) -> Bool {
        table.find(signature) { _ in true } != nil
    }

    /// Notes a type.
    ///
    /// There are no more of them than types in the program.
    func insert(_ signature: UInt) {
        _ = lock.withLock { _ in table.insert(self, tag: signature) { _ in true } }
    }
}
