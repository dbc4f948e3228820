import Seam
import TestKit
import Testing

/// A server that makes a child container for each request.
struct RequestContainerTests {
    private typealias Handler = RequestServer.Handler
    private typealias Pool = RequestServer.Pool
    private typealias Session = RequestServer.Session
    private typealias Transaction = RequestServer.Transaction

    private struct Refusal: Error {}
    private struct SpyPool: Pool {}

    private let disposed = Journal<String>()
    private let server: RequestServer

    init() {
        server = RequestServer { [disposed] service in disposed.note(service) }
    }

    /// The identities of a request's transaction and of its pool.
    private func identities(_: Container) throws -> [ObjectIdentifier] {
        let handler = try Container.current.tryResolve(Handler.self)
        let pool = try #require(handler.transaction.pool as? RequestServer.LivePool)
        return [ObjectIdentifier(handler.transaction), ObjectIdentifier(pool)]
    }

    @Test func requestsShareThePoolAndHaveTransactionsOfTheirOwn() async throws {
        let (first, second) = try await server.answer(1) { request in
            let first = try identities(request)
            let second = try await server.answer(2) { try identities($0) }
            return (first, second)
        }
        #expect(first[0] != second[0])
        #expect(first[1] == second[1])
    }

    @Test func everyTaskOfARequestFindsItsTransaction() async throws {
        try await server.answer(7) { request in
            async let session = resolveSession()
            async let handler = Task { resolve(Handler.self) }.value
            let transaction: Transaction = resolve()
            #expect(transaction.number == 7)
            let found = try await [session.transaction, handler.transaction]
            #expect(found.allSatisfy { $0 === transaction })
            #expect(try request.tryResolve(Session.self).transaction === transaction)
        }
    }

    private func resolveSession() async throws -> Session {
        try await Container.current.resolveAsync()
    }

    @Test func transactionIsDisposedOfAndReleasedWithItsRequest() async throws {
        for number in 1...3 {
            try await server.answer(number) { request in
                _ = try await request.resolveAsync(Session.self)
                #expect(server.livingServices.count == 2)
            }
            #expect(server.livingServices.count == 0)
        }
        #expect(disposed.entries == ["1", "2", "3"])
        #expect(server.livingPools.count == 1)
    }

    @Test func requestThatFailsLeavesNothingBehind() async throws {
        await #expect(throws: Refusal.self) {
            try await server.answer(1) { request in
                _ = try await request.resolveAsync(Session.self)
                throw Refusal()
            }
        }
        #expect(disposed.entries == ["1"])
        #expect(server.livingServices.count == 0)
    }

    @Test func requestThatIsCancelledWhileItBuildsLeavesNothingBehind() async throws {
        let (hasBegun, gate) = (Gate(), Gate())
        server.app
            .registerAsync(Session.self) { [living = server.livingServices] resolver in
                let transaction: Transaction = try resolver.tryResolve()
                hasBegun.open()
                await gate.pass()
                return Session(transaction, living)
            }
            .scope(.container)
        let request = Task {
            try await server.answer(1) { request in _ = try await request.resolveAsync(Session.self) }
        }
        await hasBegun.pass()
        request.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await request.value }
        #expect(disposed.entries == ["1"])
        // The abandoned build ends on a thread of its own.
        #expect(await server.livingServices.returnsToZero)
        #expect(server.livingPools.count == 1)
    }

    /// A client that hangs up, and a connection that is lost: both ends of the request fail.
    @Test func hooksOfACancelledRequestCanAwaitAndItsOwnErrorWins() async throws {
        let (hasBegun, rolledBack) = (Gate(), Flag())
        server.app.register { 1 }
            .scope(.container)
            .onDispose { _ in
                try await Task.sleep(for: .milliseconds(1))
                rolledBack.raise()
                throw Refusal()
            }
        let request = Task {
            try await server.answer(1) { request in
                _ = try request.tryResolve(Int.self)
                hasBegun.open()
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        await hasBegun.pass()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        #expect(rolledBack.isRaised)
        await #expect(throws: ShutdownError.self) {
            try await server.answer(2) { _ = try $0.tryResolve(Int.self) }
        }
    }

    @Test func overrideOfATaskReachesItsRequestsAndNoOthers() async throws {
        let pools = try await withContainer(server.app) {
            try await withOverrides {
                $0.register { SpyPool() as any Pool }
            } operation: {
                async let overridden = server.answer(1, in: .current) { try $0.tryResolve(Transaction.self).pool }
                async let other = server.answer(2) { try $0.tryResolve(Transaction.self).pool }
                return try await (overridden: overridden, other: other)
            }
        }
        #expect(pools.overridden is SpyPool)
        #expect(pools.other is RequestServer.LivePool)
    }

    @Test func containerOfASampleRequestIsValidatedWithTheServer() throws {
        let error = #expect(throws: ValidationError.self) { try server.app.validate() }
        #expect(error?.findings.map(\.kind) == [.missing])
        let sample = Container(parent: server.app)
        sample.register(value: RequestServer.Incoming(number: 0))
        try sample.validate()
    }

    // MARK: - Shutdown

    @Test func gracefulShutdownDisposesOfThePoolAfterTheLastRequest() async throws {
        let (underWay, gate) = (Counter(), Gate())
        let requests = (1...8)
            .map { number in
                Task {
                    try await server.answer(number) { request in
                        _ = try await request.resolveAsync(Session.self)
                        underWay.increment()
                        await gate.pass()
                        _ = try request.tryResolve(Handler.self)
                    }
                }
            }
        await underWay.reaches(8)
        let shutdown = Task {
            for request in requests { try await request.value }
            try await server.app.shutdown()
        }
        #expect(disposed.entries.isEmpty)
        gate.open()
        try await shutdown.value
        #expect(disposed.entries.last == "pool")
        #expect(Set(disposed.entries.dropLast()) == Set((1...8).map(String.init)))
        #expect(server.livingServices.count == 0)
        #expect(server.livingPools.count == 0)
    }

    @Test func requestUnderWayKeepsItsInstancesWhenTheServerShutsDown() async throws {
        try await server.answer(1) { request in
            let transaction: Transaction = try request.tryResolve()
            try await server.app.shutdown()
            #expect(disposed.entries == ["pool"])
            #expect(transaction.pool is RequestServer.LivePool)
            #expect(server.livingPools.count == 1)
            let error = #expect(throws: ResolutionError.self) { try request.tryResolve(Handler.self) }
            #expect(error?.code == .containerClosed)
            #expect(try request.tryResolve(RequestServer.Incoming.self).number == 1)
        }
        #expect(disposed.entries == ["pool", "1"])
        #expect(server.livingServices.count == 0)
        #expect(server.livingPools.count == 0)
    }

    @Test func buildUnderWayEndsForItsRequestWhenTheServerShutsDown() async throws {
        let (hasBegun, gate) = (Gate(), Gate())
        server.app
            .registerAsync { [living = server.livingPools] in
                hasBegun.open()
                await gate.pass()
                return RequestServer.LivePool(living) as any Pool
            }
            .scope(.singleton)
        let request = Task {
            try await server.answer(1) { request in
                let pool = try await request.resolveAsync((any Pool).self)
                return withExtendedLifetime(pool) { server.livingPools.count }
            }
        }
        await hasBegun.pass()
        try await server.app.shutdown()
        gate.open()
        #expect(try await request.value == 1)
        #expect(await server.livingPools.returnsToZero)
        let error = await #expect(throws: ResolutionError.self) {
            try await server.answer(2) { try $0.tryResolve(Handler.self) }
        }
        #expect(error?.code == .containerClosed)
    }
}
