/// Ends an outermost request: runs its `onResolved` hooks, and releases the instances of its graph.
///
/// - Throws: The first failure of a hook.
@usableFromInline @inline(never)
func finishOutermost(_ record: ThreadRecord) throws(ResolutionError) {
    if let failure = endOutermost(record, isFailed: false) { throw failure }
}

/// Ends an outermost request that has succeeded or failed; does nothing if the request is not the outermost one.
///
/// - Returns: The first failure of a hook.
@usableFromInline
func endOutermost(_ record: ThreadRecord, isFailed: Bool) -> ResolutionError? {
    guard record.isAtUnsettledEnd else { return nil }
    // The requests of the hooks are part of this request.
    record.nesting += 1
    let failure = record.resolution?.end(isFailed: isFailed)
    record.nesting -= 1
    record.isUnsettled = false
    // A `deinit` may make requests of its own: they find neither this resolution nor the values of the store.
    let (resolution, pathObjects) = (record.resolutionObject, record.takePathObjects())
    record.resolutionObject = nil
    record.clearStore()
    withExtendedLifetime((resolution, pathObjects)) {}
    return failure
}

extension ThreadRecord {
    /// Whether the outermost request is over, and has hooks to run or instances to release.
    @inlinable @inline(__always)
    var isAtUnsettledEnd: Bool { nesting == 0 && isUnsettled }

    /// Leaves the frame of a factory that has failed.
    ///
    /// - Returns: The failure of its request.
    @usableFromInline @inline(never)
    func leave(after error: any Error, site: StaticCallSite) -> ResolutionError {
        let failure = Failure.failed(error, site: site)
        leave()
        _ = endOutermost(self, isFailed: true)
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
            _ = endOutermost(self, isFailed: true)
            throw error
        }
        nesting -= 1
        if isAtUnsettledEnd { try finishOutermost(self) }
        return result
    }
}

// MARK: - Async requests

extension Container {
    /// Runs `body` with the resolution of the outermost request; with a new one, if there is none.
    @inline(__always)
    func withinOneRequest<Result>(
        _ body: (Resolution) async throws -> Result
    ) async throws -> Result {
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
}

extension Resolution {
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
