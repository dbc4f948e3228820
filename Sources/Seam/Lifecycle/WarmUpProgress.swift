/// The progress of one warm-up: its pending builds, and the task that waits for the end.
final class WarmUpProgress: Sendable {
    private struct State {
        var pending: [Int: WarmUpError.Service]
        var result: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private let state: Lock<State>

    init(of entries: [RegistryEntry]) {
        let services = entries.map { (key: $0.key, place: PlaceOfRegistration(of: $0)) }
        let pending = Dictionary(uniqueKeysWithValues: services.enumerated().map { ($0.offset, $0.element) })
        state = Lock(State(pending: pending, result: pending.isEmpty ? .success(()) : nil))
    }

    /// Records that one build is over; the first failure ends the warm-up.
    func finish(_ index: Int, _ result: Result<Void, any Error>) {
        finishIfDecided { state in
            state.pending[index] = nil
            if case .failure = result { return result }
            return state.pending.isEmpty ? .success(()) : nil
        }
    }

    /// Whether the warm-up has ended, by a failure or the end of its time, say.
    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Ends the warm-up with an error that is made from the pending services.
    func giveUp(_ error: ([WarmUpError.Service]) -> any Error) {
        finishIfDecided { state in .failure(error(state.pending.sorted { $0.key < $1.key }.map(\.value))) }
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

    /// Ends the warm-up if the closure returns a result, and if the warm-up has not ended yet.
    private func finishIfDecided(_ decide: (inout State) -> Result<Void, any Error>?) {
        let (waiter, result) = state.withLock { state in
            let result = decide(&state)
            guard state.result == nil, let result else { return (CheckedContinuation<Void, any Error>?.none, result) }
            state.result = result
            return (exchange(&state.waiter, with: nil), result)
        }
        if let result { waiter?.resume(with: result) }
    }
}
