/// The course of one warm-up: what is pending, and who waits for the end.
final class WarmUp: Sendable {
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
