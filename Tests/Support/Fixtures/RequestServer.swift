package import Seam

/// A server in process: a container with what lasts, and a child of it for each request.
package struct RequestServer: Sendable {
    /// The part of a request that its caller knows.
    package struct Incoming: Sendable {
        package let number: Int
        package init(number: Int) { self.number = number }
    }

    /// A service of the whole server.
    package protocol Pool: Sendable {}

    package final class LivePool: Pool {
        private let counted: CountedObject
        package init(_ living: Counter) { counted = CountedObject(living) }
    }

    /// A service of one request.
    package final class Transaction: Sendable {
        package let number: Int
        package let pool: any Pool
        private let counted: CountedObject

        package init(of incoming: Incoming, on pool: any Pool, _ living: Counter) {
            (number, self.pool) = (incoming.number, pool)
            counted = CountedObject(living)
        }
    }

    /// A service of one request that takes time to build.
    package final class Session: Sendable {
        package let transaction: Transaction
        private let counted: CountedObject

        package init(_ transaction: Transaction, _ living: Counter) {
            self.transaction = transaction
            counted = CountedObject(living)
        }
    }

    /// The service that answers a request.
    package struct Handler: Sendable {
        package let transaction: Transaction

        package init(_ transaction: Transaction) { self.transaction = transaction }
    }

    package let app = Container()
    package let livingPools = Counter()
    package let livingServices = Counter()

    /// - Parameter noteDisposal: Receives what is disposed of: `pool`, and the numbers of transactions.
    package init(noteDisposal: @escaping @Sendable (String) -> Void) {
        app.register { [livingPools] in LivePool(livingPools) as any Pool }
            .scope(.singleton)
            .onDispose { _ in noteDisposal("pool") }
        app.register { [livingServices] resolver in
            Transaction(of: try resolver.tryResolve(), on: try resolver.tryResolve(), livingServices)
        }
        .scope(.container)
        .onDispose { transaction in noteDisposal("\(transaction.number)") }
        app.registerAsync { [livingServices] resolver in
            await Task.yield()
            try Task.checkCancellation()
            return Session(try resolver.tryResolve(), livingServices)
        }
        .scope(.container)
        app.register { resolver in Handler(try resolver.tryResolve()) }
    }

    /// Answers a request in a container of its own, a child of `parent`, or else of the server's.
    package func answer<Value: Sendable>(
        _ number: Int,
        in parent: Container? = nil,
        _ body: @Sendable (Container) async throws -> Value
    ) async throws -> Value {
        let request = Container(parent: parent ?? app)
        request.register(value: Incoming(number: number))
        let result: Result<Value, any Error>
        do {
            result = .success(try await withContainer(request) { try await body(request) })
        } catch {
            result = .failure(error)
        }
        let end = await Task { try await request.shutdown() }.result
        let value = try result.get()
        try end.get()
        return value
    }
}
