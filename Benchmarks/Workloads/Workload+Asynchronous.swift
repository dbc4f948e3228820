import Seam

extension Workload {
    /// Requests that may suspend.
    static var asynchronous: [Workload] { [asyncReady, asyncUnique, asyncArgument, asyncAlias] }

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

    static let asyncArgument = Workload(
        "resolveAsync, unique, one Int argument",
        floor: "one object",
        .atMost(goal: 40, gate: 80),
        countsObjects: false
    ) {
        asyncPair { container in
            container.registerAsync((any Service).self) { (_: Resolver, id: Int) in UserService(userID: id) }
        } request: { container in
            await userAsync(1, from: container)
        }
    }

    static let asyncAlias = Workload(
        "resolveAsync, alias of a ready singleton",
        floor: "one object",
        .atMost(goal: 40, gate: 80),
        countsObjects: false
    ) {
        asyncPair { $0.registerAsync { LiveService() }.scope(.singleton).implements((any Service).self) }
    }

    /// Each sample starts a task, which takes as long as some thousand objects: so it makes many requests.
    private static func asyncPair(
        registering register: (Container) -> Void,
        request: @escaping @Sendable (Container) async -> any Service = serviceAsync(from:)
    ) -> Pair {
        let container = Container.filled(register)
        let requests = 2048
        return Pair(operations: requests) { count in
            oneObject(count * requests)
        } seam: { count in
            runTask { for _ in 0..<count * requests { consume(await request(container)) } }
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

@inline(never)
private func userAsync(_ userID: Int, from container: Container) async -> any Service {
    do {
        return try await container.resolveAsync(arguments: userID)
    } catch {
        fatalError("\(error)")
    }
}
