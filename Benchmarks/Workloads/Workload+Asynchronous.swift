import Seam

extension Workload {
    /// Requests that may suspend.
    static var asynchronous: [Workload] { [asyncReady, asyncUnique] }

    static let asyncReady = Workload(
        "resolveAsync, singleton, ready",
        floor: "one object",
        .atMost(goal: 5, gate: 12),
        countsObjects: false
    ) {
        asyncPair { $0.registerAsync((any Service).self) { LiveService() }.scope(.singleton) }
    }

    static let asyncUnique = Workload(
        "resolveAsync, unique",
        floor: "one object",
        .atMost(goal: 15, gate: 30),
        countsObjects: false
    ) {
        asyncPair { $0.registerAsync((any Service).self) { LiveService() } }
    }

    /// Each sample starts a task, which takes as long as some thousand objects: so it makes many requests.
    private static func asyncPair(registering register: (Container) -> Void) -> Pair {
        let container = Container.filled(register)
        let requests = 2048
        return Pair(operations: requests) { count in
            oneObject(count * requests)
        } seam: { count in
            runTask { for _ in 0..<count * requests { consume(await serviceAsync(from: container)) } }
        }
    }
}

@inline(never)
private func serviceAsync(from container: Container) async -> any Service {
    do {
        return try await container.resolveAsync()
    } catch {
        fatalError("\(error)")
    }
}
