import Seam
import TestKit
import Testing

/// Observers of asynchronous requests.
struct AsyncObservationTests {
    @Test func asyncRequestsAreReported() async throws {
        let container = Container()
        container.registerAsync { 1 }.scope(.singleton)
        container.registerAsync { "\(try await $0.resolveAsync(Int.self))" }
        let (events, token) = container.journalOfEvents()
        _ = try await container.resolveAsync(String.self)
        _ = try await container.resolveAsync(Int.self)
        #expect(events.entries == ["1 Int built 1", "0 String built 1", "0 Int reused 1"])
        token.cancel()
    }

    @Test func asyncBuildsEndBeforeTheRequestsThatNeedThem() async throws {
        final class Network: Sendable {}
        final class Repository: Sendable {}
        final class Service: Sendable {}
        for _ in 0..<1_000 {
            let container = Container()
            container.registerAsync { () async in Network() }.scope(.container)
            container.registerAsync { resolver in
                _ = try await resolver.resolveAsync(Network.self)
                return Repository()
            }
            .scope(.cached)
            container.registerAsync { resolver in
                _ = try await resolver.resolveAsync(Repository.self)
                return Service()
            }
            .scope(.cached)
            let (events, token) = container.journalOfEvents()
            _ = try await container.resolveAsync(Service.self)
            let order = events.entries.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
            token.cancel()
            try #require(order == ["2 Network", "1 Repository", "0 Service"])
        }
    }

    @Test func asyncBuildOfACancelledRequestIsReported() async throws {
        let container = Container()
        let (began, goesOn) = (Counter(), Counter())
        container.registerAsync { () async in
            began.increment()
            await goesOn.reaches(1)
            return 1
        }
        .scope(.singleton)
        let (events, reported) = (Journal<String>(), Counter())
        let token = container.observe { event in
            events.note("\(event.key) \(event.outcome)")
            reported.increment()
        }
        let task = Task { try await container.resolveAsync(Int.self) }
        await began.reaches(1)
        task.cancel()
        _ = await task.result
        goesOn.increment()
        #expect(try await container.resolveAsync(Int.self) == 1)
        await reported.reaches(2)
        token.cancel()
        #expect(Set(events.entries) == ["Int built", "Int reused"])
    }

    @Test func requestsOfATaskThatAnObserverStartsAreNotReported() async throws {
        let container = Container()
        container.registerAsync { () async in 1 }
        container.registerAsync { resolver in Double(try await resolver.resolveAsync(Int.self)) }
        container.register { "observed" }
        let (events, requests) = (Journal<String>(), Counter())
        let token = container.observe { event in
            events.note("\(event.key)")
            guard events.entries.count < 10 else { return }
            Task {
                _ = try await container.resolveAsync(Double.self)
                requests.increment()
            }
        }
        _ = container.resolve(String.self)
        await requests.reaches(1)
        token.cancel()
        #expect(events.entries == ["String"])
    }

    @Test func cancelledWaitIsReportedAsAFailure() async throws {
        let (container, hasBegun, mayEnd) = (Container(), Gate(), Gate())
        container.registerAsync {
            hasBegun.open()
            await mayEnd.pass()
            return 1
        }
        .scope(.singleton)
        let (events, token) = container.journalOfEvents()
        let builder = Task { try await container.resolveAsync(Int.self) }
        await hasBegun.pass()
        let waiter = Task { try await container.resolveAsync(Int.self) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(events.entries == ["0 Int failed"])
        mayEnd.open()
        _ = try await builder.value
        #expect(events.entries == ["0 Int failed", "0 Int built 1"])
        token.cancel()
    }

    @Test(arguments: [Scope].all)
    func requestWhoseFactoryIsCancelledIsReported(scope: Scope) async throws {
        let container = Container()
        container.registerAsync { () async throws -> Int in throw CancellationError() }.scope(scope)
        let (events, token) = container.journalOfEvents()
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Int.self) }
        #expect(events.entries == ["0 Int failed"])
        token.cancel()
    }

    @Test(arguments: [Scope].all)
    func requestsOfACircleAreReportedAsFailures(scope: Scope) async {
        let container = Container()
        container.registerAsync { try await $0.resolveAsync(Int.self) + 1 }.scope(scope)
        let (events, token) = container.journalOfEvents()
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Int.self) }
        #expect(events.entries == ["1 Int failed", "0 Int failed"])
        token.cancel()
    }
}
