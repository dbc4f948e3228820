import Seam
import Synchronization

extension GrowthCurve {
    /// Tasks that wait for instances that are being built.
    static let tasks: [GrowthCurve] = [
        GrowthCurve(
            name: "a task that waits for the same cold singleton as others",
            sizes: [10, 100, 1000, 10_000, 30_000]
        ) { count in
            wait(tasks: count) { _ in 0 }
        },
        GrowthCurve(
            name: "a task that waits for one of many cold singletons, two for each",
            sizes: [10, 100, 1000, 10_000, 30_000]
        ) { count in
            wait(tasks: count) { $0 / 2 }
        },
    ]

    /// The time of one task among others: each asks for a singleton with its argument, and no singleton is done before
    /// all tasks have come.
    ///
    /// The tasks are in no `TaskGroup`, which looks through its children whenever one of them ends.
    private static func wait(tasks count: Int, argument: @escaping @Sendable (Int) -> Int) -> Double {
        Fastest.run(times: 5) {
            let arrivals = Arrivals(expected: count)
            let container = Container.filled { container in
                container.registerAsync((any Service).self) { (_, userID: Int) in
                    await arrivals.complete()
                    return UserService(userID: userID)
                }
                .scope(.singleton)
            }
            return (container, arrivals)
        } of: { (container: Container, arrivals: Arrivals) in
            runTask {
                let tasks = (0..<count)
                    .map { number in
                        Task {
                            arrivals.arrive()
                            let service = try? await container.resolveAsync(
                                (any Service).self,
                                arguments: argument(number)
                            )
                            consume(service)
                        }
                    }
                for task in tasks { await task.value }
            }
        } / Double(count)
    }
}

/// A gate that opens when as many have come as were expected.
private final class Arrivals: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(expected: Int) {
        state = Mutex(State(missing: expected))
    }

    func arrive() {
        let released = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.missing -= 1
            guard state.missing == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in released { continuation.resume() }
    }

    func complete() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.missing > 0 else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
