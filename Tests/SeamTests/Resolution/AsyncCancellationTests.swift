import Seam
import TestKit
import Testing

/// A cancelled waiter disturbs neither the run nor the other waiters.
struct AsyncCancellationTests {
    private final class Session: Sendable {}

    private final class Profile: Sendable {
        let session: Session
        init(session: Session) { self.session = session }
    }

    /// A container whose `Session` is being built until the gate is opened.
    private struct Slow: Sendable {
        let container = Container()
        let runs = Counter()
        let running = Gate()
        let gate = Gate()

        init() {
            let (runs, running, gate) = (runs, running, gate)
            container.registerAsync {
                runs.increment()
                running.open()
                await gate.pass()
                try Task.checkCancellation()
                return Session()
            }
            .scope(.singleton)
        }

        func ask() -> Task<Session, any Error> {
            Task { try await container.resolveAsync(Session.self) }
        }
    }

    @Test(.timeLimit(.minutes(15))) func cancelledWaiterThrowsBeforeTheRunEnds() async {
        let slow = Slow()
        let waiter = slow.ask()
        await slow.running.pass()
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        slow.gate.open()
    }

    @Test(.timeLimit(.minutes(15))) func cancellationOfTheFirstWaiterLeavesTheSecond() async throws {
        let slow = Slow()
        let first = slow.ask()
        await slow.running.pass()
        let second = slow.ask()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        slow.gate.open()
        let session = try await second.value
        #expect(try slow.container.tryResolve(Session.self) === session)
        #expect(slow.runs.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func cancellationOfALaterWaiterLeavesTheFirst() async throws {
        let slow = Slow()
        let first = slow.ask()
        await slow.running.pass()
        let second = slow.ask()
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        slow.gate.open()
        let session = try await first.value
        #expect(try await slow.container.resolveAsync(Session.self) === session)
        #expect(slow.runs.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func newWaiterJoinsTheRunOfACancelledWaiter() async throws {
        let slow = Slow()
        let first = slow.ask()
        await slow.running.pass()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = slow.ask()
        slow.gate.open()
        _ = try await second.value
        #expect(slow.runs.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func hooksRunThoughTheFirstWaiterIsCancelled() async throws {
        let container = Container()
        let (running, gate, hooked) = (Gate(), Gate(), Counter())
        container.registerAsync {
            running.open()
            await gate.pass()
            return Session()
        }
        .scope(.singleton).onCreate { _, _ in hooked.increment() }
        let first = Task { try await container.resolveAsync(Session.self) }
        await running.pass()
        let second = Task { try await container.resolveAsync(Session.self) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        _ = try await second.value
        #expect(hooked.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func waiterMayBeCancelledAtAnyMoment() async throws {
        for round in 0..<300 {
            let container = Container()
            let runs = Counter()
            container.registerAsync {
                runs.increment()
                await Task.yield()
                return Session()
            }
            .scope(.singleton)
            let waiters = (0..<4).map { _ in Task { try await container.resolveAsync(Session.self) } }
            for _ in 0..<(round % 7) { await Task.yield() }
            waiters[0].cancel()
            waiters[2].cancel()
            _ = await waiters[0].result
            _ = await waiters[2].result
            #expect(try await waiters[1].value === waiters[3].value)
            #expect(runs.count == 1)
        }
    }

    /// The session does not wait for the profile any more, so there is no circle.
    @Test(.timeLimit(.minutes(15))) func serviceOfACancelledRequestMayWaitForTheOneThatHasAskedForIt() async throws {
        let container = Container()
        let (profileBegan, requestEnded, profileAsks) = (Gate(), Gate(), Gate())
        let runs = Counter()
        container.registerAsync { resolver in
            let request = Task { try await resolver.resolveAsync(Profile.self) }
            await profileBegan.pass()
            request.cancel()
            _ = await request.result
            requestEnded.open()
            await profileAsks.pass()
            for _ in 0..<100 { await Task.yield() }
            return Session()
        }
        .scope(.singleton)
        container.registerAsync { resolver in
            runs.increment()
            profileBegan.open()
            await requestEnded.pass()
            profileAsks.open()
            return Profile(session: try await resolver.resolveAsync())
        }
        .scope(.singleton)
        let session = try await Deadline.valueInTask { try await container.resolveAsync(Session.self) }
        #expect(try await container.resolveAsync(Profile.self).session === session)
        #expect(runs.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func cancellationReachesTheFactoryOfAUniqueService() async {
        let container = Container()
        let running = Gate()
        container.registerAsync {
            running.open()
            while true {
                try Task.checkCancellation()
                await Task.yield()
            }
            return Session()
        }
        let waiter = Task { try await container.resolveAsync(Session.self) }
        await running.pass()
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }
}
