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
