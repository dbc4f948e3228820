internal import Synchronization

#if canImport(Darwin)
/// Runs when a thread ends.
func threadEnded(_ record: UnsafeMutableRawPointer) {
    ThreadLocal.leave(record)
}
#else
/// Runs when a thread ends.
func threadEnded(_ record: UnsafeMutableRawPointer?) {
    if let record { ThreadLocal.leave(record) }
}
#endif

extension ThreadLocal {
    /// Leaves the record of a thread that has ended to the next one.
    static func leave(_ record: UnsafeMutableRawPointer) {
        record.assumingMemoryBound(to: ThreadRecord.self).pointee.isClaimed.store(false, ordering: .releasing)
    }
}
