extension Container {
    /// Builds every singleton without arguments, async ones too, so that synchronous requests find them.
    ///
    /// All are started at once; what is built already stays. A registration of a parent is the parent's to warm up.
    ///
    /// - Parameter timeout: How long to wait; for as long as it takes, if there is none.
    /// - Throws: The first ``ResolutionError``; ``WarmUpError`` where time ran out, while the builds go on;
    ///   `CancellationError` where the calling task was cancelled.
    public func warmUp(timeout: Duration? = nil) async throws {
        prepareForUse()
        let singletons = ownRegistrations.filter(\.isWarmable)
        if isClosed, let first = singletons.first { throw Failure.closed(path: [first.key], site: first.site) }
        let progress = WarmUp(pending: singletons.map(\.key))
        let builds = singletons.enumerated()
            .map { index, registration in
                Task {
                    do {
                        try await registration.warmUp(in: self)
                        progress.finish(index, .success(()))
                    } catch {
                        progress.finish(index, .failure(error))
                    }
                }
            }
        let timer = timeout.map { timeout in
            Task {
                try await Task.sleep(for: timeout)
                progress.giveUp { WarmUpError(pending: $0) }
            }
        }
        defer { timer?.cancel() }
        try await withTaskCancellationHandler {
            try await progress.value
        } onCancel: {
            for build in builds { build.cancel() }
            progress.giveUp { _ in CancellationError() }
        }
    }
}
