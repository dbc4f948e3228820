import Seam
import Synchronization

extension GrowthCurve {
    /// Tasks that wait for instances that are being built.
    static let tasks: [GrowthCurve] = [
        GrowthCurve(
            name: "a task that waits for the same cold singleton as others",
            sizes: [10, 100, 1000, 10_000, 100_000]
        ) { count in
            wait(tasks: count) { _ in 0 }
        },
        GrowthCurve(
            name: "a task that waits for one of many cold singletons, two for each",
            sizes: [10, 100, 1000, 10_000, 100_000]
        ) { count in
            wait(tasks: count) { $0 / 2 }
        },
        GrowthCurve(
            name: "an async singleton nested in others, each needing the next",
            sizes: [10, 100, 1000]
        ) { count in
            buildDownwards(services: count, .singleton)
        },
        GrowthCurve(
            name: "a unique async service nested in others by argument, each needing the next",
            sizes: [10, 100, 1000]
        ) { count in
            buildDownwards(services: count, .unique)
        },
        GrowthCurve(
            name: "a unique async service nested in others by name, with onResolved",
            sizes: [10, 100, 1000]
        ) { count in
            buildByName(services: count)
        },
        GrowthCurve(
            name: "an async singleton that waits for the one before, which is under way",
            sizes: [10, 100, 1000]
        ) { count in
            buildUpwards(singletons: count)
        },
    ]

    /// The time of one task among others: each asks for a singleton with its argument, and no singleton is done before
    /// all tasks have come.
    ///
    /// The tasks are in no `TaskGroup`, which looks through its children whenever one of them ends.
    private static func wait(tasks count: Int, argument: @escaping @Sendable (Int) -> Int) -> Double {
        operation(of: count) {
            let arrivals = Arrivals(expected: count)
            let container = Container.filled { container in
                container.registerAsync((any Service).self) { (_, userID: Int) in
                    await arrivals.complete()
                    return UserService(userID: userID)
                }
                .scope(.singleton)
            }
            return (container, arrivals)
        } run: { (container: Container, arrivals: Arrivals) in
            let tasks = (0..<count)
                .map { number in
                    Task {
                        arrivals.arrive()
                        await awaitUser(argument(number), from: container)
                    }
                }
            for task in tasks { await task.value }
        }
    }

    /// The time of one of the operations that a run has, if their number is the size.
    ///
    /// A sample is one task with a thousand operations or more, in as many runs as it takes: the start of a task costs
    /// as much as several operations, and would make a small size look dear.
    private static func operation<Prepared: Sendable>(
        of count: Int,
        prepare: () -> Prepared,
        run: @escaping @Sendable (Prepared) async -> Void
    ) -> Double {
        let runs = max(1, 1000 / count)
        return Fastest.run(times: 31) {
            (0..<runs).map { _ in prepare() }
        } of: { prepared in
            runTask { for one in prepared { await run(one) } }
        } / Double(runs * count)
    }
}

// MARK: - Chains

extension GrowthCurve {
    /// The time of one service of a chain: each needs the one before, and begins its build.
    private static func buildDownwards(services count: Int, _ scope: Scope) -> Double {
        operation(of: count) {
            Container.filled { container in
                container.registerAsync((any Service).self) { (resolver, userID: Int) in
                    if userID > 0 { await awaitUser(userID - 1, from: resolver.container) }
                    return UserService(userID: userID)
                }
                .scope(scope)
            }
        } run: { container in
            await awaitUser(count - 1, from: container)
        }
    }

    /// The time of one service of a chain: each has a name and a hook, and needs the one before.
    private static func buildByName(services count: Int) -> Double {
        let names = (0..<count).map { ServiceName("node \($0)") }
        return operation(of: count) {
            Container.filled { container in
                for (index, name) in names.enumerated() {
                    let next = index == 0 ? nil : names[index - 1]
                    container.registerAsync((any Service).self, name: name) { resolver in
                        if let next { consume(try await resolver.resolveAsync((any Service).self, name: next)) }
                        return UserService(userID: index)
                    }
                    .onResolved { _, _ in }
                }
            }
        } run: { container in
            consume(try? await container.resolveAsync((any Service).self, name: names[count - 1]))
        }
    }

    /// The time of one singleton of a chain: each needs the one before, whose build has begun, and none is done before
    /// all builds have begun.
    private static func buildUpwards(singletons count: Int) -> Double {
        operation(of: count) {
            let arrivals = Arrivals(expected: count)
            return Container.filled { container in
                container.registerAsync((any Service).self) { (resolver, userID: Int) in
                    let container = resolver.container
                    arrivals.arrive()
                    if userID + 1 < count { Task.detached { await awaitUser(userID + 1, from: container) } }
                    if userID > 0 { await awaitUser(userID - 1, from: container) } else { await arrivals.complete() }
                    return UserService(userID: userID)
                }
                .scope(.singleton)
            }
        } run: { container in
            await awaitUser(0, from: container)
            await awaitUser(count - 1, from: container)
        }
    }
}

/// Awaits the service of a user, which a factory makes by the user's number.
private func awaitUser(_ userID: Int, from container: Container) async {
    let service = try? await container.resolveAsync((any Service).self, arguments: userID)
    consume(service)
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
