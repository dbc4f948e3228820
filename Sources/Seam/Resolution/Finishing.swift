/// The end of an outermost request: hooks, publication, waiting for what was borrowed, and the end of its graph.
@usableFromInline @inline(never)
func finishOutermost(_ record: ThreadRecord.Pointer) throws(ResolutionError) {
    // What the hooks resolve is part of this request still.
    record.pointee.depth += 1
    var failure: ResolutionError?
    if let session = record.session {
        // What is released meanwhile may make requests of its own, which leave something to do once more.
        repeat {
            failure = session.runCompletions() ?? failure
            for construction in session.takeBorrowed() {
                let waiter = Waiter(session: session, construction: nil)
                _ = WaitGraph.blockingWait(for: construction, by: waiter, path: [construction.key])
            }
        } while !session.close()
    }
    record.pointee.depth -= 1
    record.pointee.isUnsettled = false
    // What is released from here on may make requests of its own, which find neither session nor shelf.
    let session = record.endSession()
    record.clearShelf()
    withExtendedLifetime(session) {}
    if let failure { throw failure }
}

/// The same for a request that has failed already: what was built inside it is completed all the same.
@usableFromInline @inline(never)
func finishFailedOutermost(_ record: ThreadRecord.Pointer) {
    guard record.isAtUnsettledEnd else { return }
    try? finishOutermost(record)
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Whether the outermost request is through, and has left something to do.
    @inlinable @inline(__always)
    var isAtUnsettledEnd: Bool { pointee.depth == 0 && pointee.isUnsettled }

    /// Leaves an activation that has failed.
    ///
    /// - Returns: What its request fails with.
    @usableFromInline @inline(never)
    func leave(after error: any Error, site: StaticCallSite) -> ResolutionError {
        let failure = Failure.failed(error, site: site)
        leave()
        finishFailedOutermost(self)
        return failure
    }

    /// Runs `body` as one request: all that is asked for meanwhile, also by code that stands in no frame of a factory,
    /// belongs to it, and the hooks run at its end.
    func withinOneRequest<Result>(
        _ body: () throws(ResolutionError) -> Result
    ) throws(ResolutionError) -> Result {
        pointee.depth += 1
        let result: Result
        do {
            result = try body()
        } catch {
            pointee.depth -= 1
            finishFailedOutermost(self)
            throw error
        }
        pointee.depth -= 1
        if isAtUnsettledEnd { try finishOutermost(self) }
        return result
    }
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

    /// Ends an async session: hands its hooks to the one that it belongs to, or runs them here.
    func finishAsync(handingOverTo outer: Session?) async -> ResolutionError? {
        var failure: ResolutionError?
        repeat {
            if let outer, outer !== self, handOver(to: outer) { return nil }
            failure = ThreadLocal.record.withSession(self) { runCompletions() } ?? failure
            for construction in takeBorrowed() {
                let waiter = Waiter(session: self, construction: nil)
                _ = try? await WaitGraph.wait(for: construction, by: waiter, path: [construction.key])
            }
        } while !close()
        return failure
    }
}
