/// The session of a thread: what its outermost request shares with the inner ones.
///
/// The record holds one reference to it, from `beginSession` to `endSession`.
extension UnsafeMutablePointer<ThreadRecord> {
    var session: Session? {
        pointee.shared.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes `session` that of the request under way.
    func beginSession(_ session: Session) {
        pointee.shared = UnsafeRawPointer(Unmanaged.passRetained(session).toOpaque())
        pointee.isUnsettled = true
    }

    /// Ends the session of the request under way, and hands the reference to the caller.
    func endSession() -> Session? {
        guard let shared = pointee.shared else { return nil }
        pointee.shared = nil
        return Unmanaged<Session>.fromOpaque(shared).takeRetainedValue()
    }

    /// Makes `session` that of the thread while `body` runs, instead of its own and of what is on its shelf.
    func withSession<Result>(_ session: Session, _ body: () -> Result) -> Result {
        let outer = pointee.shared
        // Nothing is put on the shelf meanwhile, since there is a session.
        let shelvedCount = pointee.shelvedCount
        pointee.shelvedCount = 0
        return withExtendedLifetime(session) {
            pointee.shared = UnsafeRawPointer(Unmanaged.passUnretained(session).toOpaque())
            pointee.depth += 1
            defer {
                pointee.depth -= 1
                pointee.shared = outer
                pointee.shelvedCount = shelvedCount
            }
            return body()
        }
    }
}
