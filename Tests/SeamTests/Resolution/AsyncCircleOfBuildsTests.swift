import Seam
import TestKit
import Testing

/// Async circles that lead through builds with tasks of their own: the path goes on from a build to the request that
/// has started it.
struct AsyncCircleOfBuildsTests {
    private final class Job: Sendable {}
    private final class Session: Sendable {}
    private struct Ticket: Sendable {}
    /// Ends a circle that is not found.
    private struct Overrun: Error {}

    private static let sharing = [Scope].all.filter { $0 != .unique }

    private let container = Container()
    private let calls = Counter()

    @Test(.timeLimit(.minutes(15)), arguments: sharing)
    func circleOfANewArgumentInEachLapIsFound(scope: Scope) async {
        container.registerAsync(Job.self) { [calls] (services: Resolver) in
            let lap = calls.increment()
            guard lap < 1000 else { throw Overrun() }
            _ = try await services.resolveAsync(Session.self, arguments: lap)
            return Job()
        }
        container.registerAsync(Session.self) { (services: Resolver, _: Int) in
            _ = try await services.resolveAsync(Job.self)
            return Session()
        }
        .scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Job.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Job", "Session(Int)", "Job"])
        #expect(calls.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func argumentsThatAreNotHashableAreACircleInTheEnd() async {
        container.registerAsync(Job.self) { [calls] (services: Resolver, _: Ticket) in
            let lap = calls.increment()
            guard lap < 1000 else { throw Overrun() }
            _ = try await services.resolveAsync(Session.self, arguments: lap)
            return Job()
        }
        container.registerAsync(Session.self) { (services: Resolver, _: Int) in
            _ = try await services.resolveAsync(Job.self, arguments: Ticket())
            return Session()
        }
        .scope(.cached)
        let error = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Job.self, arguments: Ticket())
        }
        #expect(error?.code == .circularDependency)
        #expect(calls.count == 128)
    }

    @Test(.timeLimit(.minutes(15)), arguments: sharing) func uniqueServiceIsBuiltOnce(scope: Scope) async {
        container.registerAsync(Job.self) { [calls] (services: Resolver) in
            calls.increment()
            _ = try await services.resolveAsync(Session.self)
            return Job()
        }
        container.registerAsync(Session.self) { (services: Resolver) in
            _ = try await services.resolveAsync(Job.self)
            return Session()
        }
        .scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Job.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Job", "Session", "Job"])
        #expect(calls.count == 1)
        let faults = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(faults?.findings.map(\.kind) == [.cycle])
    }

    /// The request that has started the build is over: what it has asked for is no longer on the path.
    @Test(.timeLimit(.minutes(15))) func requestThatIsOverIsNoPartOfTheCircle() async throws {
        let (isBuilding, mayEnd) = (Gate(), Gate())
        container.registerAsync(Job.self) { [calls] (services: Resolver) in
            if calls.increment() == 1 { _ = try await services.resolveAsync(Session.self) }
            return Job()
        }
        container.registerAsync(Session.self) { (services: Resolver) in
            isBuilding.open()
            await mayEnd.pass()
            _ = try await services.resolveAsync(Job.self)
            return Session()
        }
        .scope(.singleton)
        let request = Task { [container] in _ = try? await container.resolveAsync(Job.self) }
        await isBuilding.pass()
        request.cancel()
        await request.value
        mayEnd.open()
        _ = try await container.resolveAsync(Session.self)
        #expect(calls.count == 2)
    }
}
