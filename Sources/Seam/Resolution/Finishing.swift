/// The end of an outermost request: hooks, publication, and waiting for what was borrowed.
@usableFromInline @inline(never)
func finishOutermost(_ record: ThreadRecord.Pointer) throws(ResolutionError) {
    guard let shared = record.pointee.shared else { return }
    // What the hooks resolve is part of this request still.
    record.pointee.depth += 1
    let session = Unmanaged<Session>.fromOpaque(shared).takeUnretainedValue()
    let failure = session.runCompletions()
    for construction in session.takeBorrowed() {
        _ = WaitGraph.blockingWait(for: construction, session: session, chain: nil, path: [construction.key])
    }
    record.pointee.depth -= 1
    record.pointee.shared = nil
    Unmanaged<Session>.fromOpaque(shared).release()
    if let failure { throw failure }
}

/// The same for a request that has failed already: what was built inside it is completed all the same.
@usableFromInline @inline(never)
func finishFailedOutermost(_ record: ThreadRecord.Pointer) {
    guard record.pointee.depth == 0, record.pointee.shared != nil else { return }
    try? finishOutermost(record)
}

extension Session {
    /// Runs all hooks that are due, inner instances first, and publishes each instance after its own.
    ///
    /// After a failure nothing that was built later is kept, since it may hold what failed.
    func runCompletions() -> ResolutionError? {
        var failure: ResolutionError?
        while let completion = nextCompletion() {
            if failure == nil { failure = completion.run() }
            if let failure {
                completion.publish(.failure(failure))
            } else {
                completion.publish(.success(()))
            }
        }
        return failure
    }
}

extension Completion {
    private static let longestChainOfHooks = 128

    fileprivate func run() -> ResolutionError? {
        guard generation <= Self.longestChainOfHooks else { return Failure.circular(path: path, site: nil) }
        do {
            try hooks()
            return nil
        } catch {
            return Failure.failed(error, path: path, site: nil)
        }
    }
}
