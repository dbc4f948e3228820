/// The end of a request: that of the outermost one runs its `onResolved` hooks, and releases the instances of its
/// graph.
extension ThreadRecord {
    /// Ends a request that has succeeded.
    ///
    /// - Throws: The first failure of a hook, if the request was the outermost one.
    @inlinable @inline(__always)
    func endRequest() throws(ResolutionError) {
        if isAtUnsettledEnd { try endOutermost() }
    }

    /// Ends a request that has failed; the failures of hooks are left out.
    @usableFromInline @inline(never)
    func failRequest() {
        if isAtUnsettledEnd { _ = runHooksAndRelease(isFailed: true) }
    }

    /// Whether the outermost request is over, and has hooks to run or instances to release.
    @inlinable @inline(__always)
    var isAtUnsettledEnd: Bool { nesting == 0 && isUnsettled }

    @usableFromInline @inline(never)
    func endOutermost() throws(ResolutionError) {
        if let failure = runHooksAndRelease(isFailed: false) { throw failure }
    }

    /// - Returns: The first failure of a hook.
    private func runHooksAndRelease(isFailed: Bool) -> ResolutionError? {
        // The requests of the hooks are part of this request.
        nesting += 1
        let failure = resolution?.end(isFailed: isFailed)
        nesting -= 1
        releaseSharedObjects()
        return failure
    }

    /// Whether the innermost frame is that of the outermost request, and no hooks wait for its end.
    @usableFromInline
    var isOutermostWithoutHooks: Bool { nesting == 1 && resolutionObject == nil && !TaskFrame.isCurrentUnderWay }

    /// Leaves the frame of a factory that has failed.
    ///
    /// - Returns: The failure of its request.
    @usableFromInline @inline(never)
    func leave(after error: any Error, site: StaticCallSite) -> ResolutionError {
        leave(with: Failure.failed(error, site: site))
    }

    /// Leaves the frame of a service after one of its `onResolved` hooks has failed.
    ///
    /// - Returns: The failure of the request.
    @usableFromInline @inline(never)
    func leave(afterHook error: any Error, site: StaticCallSite) -> ResolutionError {
        leave(with: Failure.failed(error, in: .resolvedHook, site: site))
    }

    private func leave(with failure: ResolutionError) -> ResolutionError {
        leave()
        failRequest()
        return failure
    }

    /// Runs `body` as one request: the requests made in it belong to it, and the hooks run at its end.
    @inlinable @inline(__always)
    func withinOneRequest<Result>(
        _ body: () throws(ResolutionError) -> Result
    ) throws(ResolutionError) -> Result {
        nesting += 1
        let result: Result
        do {
            result = try body()
        } catch {
            nesting -= 1
            failRequest()
            throw error
        }
        nesting -= 1
        try endRequest()
        return result
    }
}

// MARK: - Async requests

extension Resolution {
    /// Runs `body` with the resolution of the outermost request; with a new one, if there is none.
    @inline(__always)
    static func withinOneRequest<Result>(
        _ body: (Resolution) async throws -> Result
    ) async throws -> Result {
        await TaskContext.leaveFrames()
        if let outer = Stack().currentResolution { return try await body(outer) }
        let resolution = Resolution()
        do {
            let result = try await body(resolution)
            try await resolution.endOutermost()
            return result
        } catch {
            throw await resolution.endOutermost(after: error)
        }
    }

    /// Ends an async outermost request that has succeeded; throws the first failure of a hook.
    func endOutermost() async throws {
        guard !closeIfIdle() else { return }
        if let failure = await endAnywhere(isFailed: false) { throw failure }
    }

    /// Ends an async outermost request that has failed, unless it has ended: then a hook has failed.
    ///
    /// - Returns: The failure.
    func endOutermost(after failure: any Error) async -> any Error {
        if !isClosed { _ = await endAnywhere(isFailed: true) }
        return failure
    }
}
