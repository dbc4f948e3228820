import TestKit
import Testing

@testable import Seam

/// One run at a time for a kept async service, shared by all waiters.
struct SingleFlightTests {
    private final class Session: Sendable {}
    private struct Broken: Error {}

    @Test(arguments: [Scope].keeping) func hundredTasksShareOneRun(scope: Scope) async throws {
        let container = Container()
        let (runs, started) = (Counter(), Counter())
        let gate = Gate()
        container.registerAsync {
            runs.increment()
            await gate.pass()
            return Session()
        }
        .scope(scope)
        let sessions = try await withThrowingTaskGroup(of: Session.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    started.increment()
                    return try await container.resolveAsync(Session.self)
                }
            }
            await started.reaches(100)
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sessions.count == 100)
        #expect(sessions.allSatisfy { $0 === sessions[0] })
        #expect(runs.count == 1)
    }

    @Test func sharedServiceIsOneWhileItIsHeld() async throws {
        let container = Container()
        container.registerAsync { Session() }.scope(.shared)
        let held = try await container.resolveAsync(Session.self)
        #expect(try await container.resolveAsync(Session.self) === held)
    }

    @Test func uniqueServiceIsBuiltForEachRequest() async throws {
        let container = Container()
        container.registerAsync { Session() }
        let first = try await container.resolveAsync(Session.self)
        #expect(try await container.resolveAsync(Session.self) !== first)
    }

    @Test func factoryRunsOnceForEachDistinctArgument() async throws {
        let container = Container()
        let runs = Counter()
        container.registerAsync { (_: Resolver, number: Int) in
            runs.increment()
            await Task.yield()
            return "session \(number)"
        }
        .scope(.singleton)
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<40 {
                group.addTask { try await container.resolveAsync(String.self, arguments: index % 4) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["session 0", "session 1", "session 2", "session 3"])
        #expect(runs.count == 4)
    }

    @Test func slowServiceDelaysNoOtherService() async throws {
        let container = Container()
        let gate = Gate()
        container.registerAsync {
            await gate.pass()
            return Session()
        }
        .scope(.singleton)
        container.registerAsync { "fast" }.scope(.singleton)
        async let slow = container.resolveAsync(Session.self)
        #expect(try await container.resolveAsync(String.self) == "fast")
        gate.open()
        _ = try await slow
    }

    @Test(arguments: [Scope].keeping) func failureReachesEveryWaiter(scope: Scope) async throws {
        for error in try await failures(in: Container(), scope: scope, { _ in throw Broken() }) {
            #expect(error.code == .factoryFailed)
            #expect(error.underlying is Broken)
            #expect(error.steps == ["Session"])
        }
    }

    /// Wherever the requests come from, the run is made by a task of its own, outside all actors.
    @Test func failureOfASynchronousRequestReachesEveryWaiter() async throws {
        let container = Container()
        container.registerAsync { "" }
        container.registerOnMainActor { 1 }
        let ofText = try await failures(in: container, scope: .singleton) { resolver in
            _ = try resolver.tryResolve(String.self)
            return Session()
        }
        #expect(ofText.allSatisfy { $0.code == .requiresAsync && $0.steps == ["Session", "String"] })
        let ofNumber = try await failures(in: container, scope: .singleton) { resolver in
            _ = try resolver.tryResolve(Int.self)
            return Session()
        }
        #expect(ofNumber.allSatisfy { $0.code == .requiresMainActor && $0.steps == ["Session", "Int"] })
    }

    /// The errors of a hundred requests that wait for the same run of a factory, which fails.
    private func failures(
        in container: Container,
        scope: Scope,
        _ fail: @escaping @Sendable (Resolver) throws -> Session
    ) async throws -> [ResolutionError] {
        let runs = Counter()
        let build = Box<Build?>()
        let (isBuilding, gate) = (Gate(), Gate())
        container.registerAsync { resolver in
            runs.increment()
            build.value = Build.current
            isBuilding.open()
            await gate.pass()
            return try fail(resolver)
        }
        .scope(scope)
        let waiters = (0..<100)
            .map { _ in
                Task { () -> ResolutionError? in
                    do {
                        _ = try await container.resolveAsync(Session.self)
                        return nil
                    } catch {
                        return error as? ResolutionError
                    }
                }
            }
        await isBuilding.pass()
        #expect(await Deadline.result(onThread: { build.value?.isAwaited(by: 99) }) == true)
        gate.open()
        var errors: [ResolutionError] = []
        for waiter in waiters { errors.append(try #require(await waiter.value)) }
        #expect(runs.count == 1)
        return errors
    }

    @Test(arguments: [Scope].keeping) func failureIsNotKept(scope: Scope) async throws {
        let container = Container()
        let runs = Counter()
        container.registerAsync {
            guard runs.increment() > 1 else { throw Broken() }
            return Session()
        }
        .scope(scope)
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Session.self) }
        let second = try await container.resolveAsync(Session.self)
        #expect(try await container.resolveAsync(Session.self) === second)
        #expect(runs.count == 2)
    }

    @Test func instanceResetDuringItsRunIsNotKept() async throws {
        let container = Container()
        let (running, gate) = (Gate(), Gate())
        container.registerAsync {
            running.open()
            await gate.pass()
            return Session()
        }
        .scope(.singleton)
        async let asked = container.resolveAsync(Session.self)
        await running.pass()
        container.reset()
        gate.open()
        let first = try await asked
        #expect(try await container.resolveAsync(Session.self) !== first)
    }

    @Test func instanceReplacedDuringItsRunIsNotKept() async throws {
        let container = Container()
        let (running, gate) = (Gate(), Gate())
        container.registerAsync {
            running.open()
            await gate.pass()
            return "old"
        }
        .scope(.singleton)
        async let asked = container.resolveAsync(String.self)
        await running.pass()
        container.registerAsync { "new" }.scope(.singleton)
        #expect(try await container.resolveAsync(String.self) == "new")
        gate.open()
        #expect(try await asked == "old")
        #expect(container.resolve(String.self) == "new")
    }
}
