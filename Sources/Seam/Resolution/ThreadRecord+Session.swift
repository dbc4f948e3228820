/// The session of a thread: what its outermost request shares with the inner ones.
extension UnsafeMutablePointer<ThreadRecord> {
    /// The session of the request under way; nothing else is ever put into the record, so the cast cannot fail.
    var session: Session? {
        pointee.sessionObject.map { unsafeDowncast($0, to: Session.self) }
    }

    /// Makes `session` that of the request under way.
    func beginSession(_ session: Session) {
        pointee.sessionObject = session
        pointee.isUnsettled = true
    }

    /// Ends the session of the request under way, and hands the reference to the caller.
    func endSession() -> Session? {
        defer { pointee.sessionObject = nil }
        return session
    }

    /// Makes `session` that of the thread while `body` runs, instead of its own and of what is on its shelf.
    func withSession<Result>(_ session: Session, _ body: () -> Result) -> Result {
        let outer = pointee.sessionObject
        // Nothing is put on the shelf meanwhile, since there is a session.
        let shelvedCount = pointee.shelvedCount
        pointee.shelvedCount = 0
        pointee.sessionObject = session
        pointee.depth += 1
        defer {
            pointee.depth -= 1
            pointee.sessionObject = outer
            pointee.shelvedCount = shelvedCount
        }
        return body()
    }
}
