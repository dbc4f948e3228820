/// The surroundings of every async request: the frame of its factory, and the outermost request.
extension TaskFrame {
    /// Awaits `body` in a frame of its own, which ends with it.
    ///
    /// - Throws: The failure with the path of the frame, and `CancellationError` as it is.
    @inline(__always)
    static func during<Result>(
        _ content: Content,
        site: StaticCallSite,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        var frame = TaskFrame(content)
        defer { TaskFrame.finish(&frame) }
        // The contexts are temporary, so that in the end this side has the one reference to the frame.
        do {
            return try await content.context.inside(frame).inherited(isolation: isolation, during: body)
        } catch {
            guard !(error is CancellationError) else { throw error }
            // The path of the failure begins with that of the frame.
            throw content.context.inside(frame).inherited { Failure.failed(error, site: site) }
        }
    }
}

extension Activation {
    /// The content of a frame for the factory of this request.
    ///
    /// - Parameter dependencies: The dependencies that the requests of the factory are noted in.
    func content(
        _ box: ValueBox?,
        outer: TaskFrame?,
        waiter: Waiter,
        dependencies: Dependencies?,
        in resolution: Resolution
    ) -> TaskFrame.Content {
        TaskFrame.Content(
            entry: target.entry,
            container: builder,
            arguments: box,
            outer: outer,
            waiter: waiter,
            dependencies: dependencies,
            report: report,
            shared: resolution
        )
    }
}

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
