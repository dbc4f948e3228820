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

/// What was not ready when the time for warming up was over.
public struct WarmUpError: Error, Sendable, CustomStringConvertible {
    /// The singletons that are still being built.
    public let pending: [ServiceKey]

    /// The services that are not ready.
    public var description: String {
        "Not ready in time: \(pending.map(\.description).joined(separator: ", "))."
    }
}

/// The course of one warm-up: what is pending, and who waits for the end.
private final class WarmUp: Sendable {
    private struct State {
        var pending: [Int: ServiceKey]
        var result: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private let state: Lock<State>

    init(pending: [ServiceKey]) {
        let entries = Dictionary(uniqueKeysWithValues: pending.enumerated().map { ($0.offset, $0.element) })
        state = Lock(State(pending: entries, result: entries.isEmpty ? .success(()) : nil))
    }

    /// Notes that one build is over; the first failure ends the whole.
    func finish(_ index: Int, _ result: Result<Void, any Error>) {
        settle { state in
            state.pending[index] = nil
            if case .failure = result { return result }
            return state.pending.isEmpty ? .success(()) : nil
        }
    }

    /// Ends the warm-up with an error that is made from what is pending.
    func giveUp(_ error: ([ServiceKey]) -> any Error) {
        settle { state in .failure(error(state.pending.sorted { $0.key < $1.key }.map(\.value))) }
    }

    /// Returns when the warm-up has ended.
    var value: Void {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiter = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    private func settle(_ decide: (inout State) -> Result<Void, any Error>?) {
        let (waiter, result) = state.withLock { state in
            let result = decide(&state)
            guard state.result == nil, let result else { return (CheckedContinuation<Void, any Error>?.none, result) }
            state.result = result
            defer { state.waiter = nil }
            return (state.waiter, result)
        }
        if let result { waiter?.resume(with: result) }
    }
}
