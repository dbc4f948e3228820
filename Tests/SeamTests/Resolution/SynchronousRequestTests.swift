import Seam
import TestKit
import Testing

/// Synchronous requests for async services.
struct SynchronousRequestTests {
    private final class Session: Sendable {}

    private final class Desk: Sendable {
        let session: Session
        init(session: Session) { self.session = session }
    }

    @Test func requestFailsAtOnceWithTheWholeText() throws {
        let container = Container()
        container.registerAsync(fileID: "Shop/Modules.swift", line: 8) { Session() }.scope(.singleton)
        let (line, error) = (
            #line, ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Session.self) }
        )
        #expect(error?.code == .requiresAsync)
        #expect(
            error?.description == """
                'Session' is built by an async factory, and was asked for synchronously.
                  Path: Session   (asked for at SeamResolutionTests/SynchronousRequestTests.swift:\(line))
                  Registered at Shop/Modules.swift:8.
                  To fix it, let `await warmUp()` of its container build it at launch, and again in each override and \
                test; or ask with `await resolveAsync`.
                """
        )
    }

    @Test(arguments: [Scope].all)
    func requestFailsInsideAnAsyncFactoryAsWell(scope: Scope) async {
        let container = Container()
        container.registerAsync { Session() }.scope(scope)
        container.registerAsync { resolver in Desk(session: try resolver.tryResolve()) }.scope(scope)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Desk.self) }
        #expect(error?.code == .requiresAsync)
        #expect(error?.steps == ["Desk", "Session"])
    }

    /// Expects that a desk is in a circle with its session.
    ///
    /// - Parameter session: Registers the session, which asks for the desk synchronously.
    private func expectCircle(desk scope: Scope, _ session: (Container) -> Void) async {
        let container = Container()
        container.registerAsync { resolver in Desk(session: try await resolver.resolveAsync()) }.scope(scope)
        session(container)
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Desk.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Desk", "Session", "Desk"])
        #expect(error?.description.contains("onResolved") == true)
    }

    private static func session(_ resolver: Resolver) throws -> Session {
        _ = try resolver.tryResolve(Desk.self)
        return Session()
    }

    @Test(arguments: [Scope].all, [Scope].all)
    func requestThatLeadsBackToAnAsyncServiceIsACircle(scope: Scope, back: Scope) async {
        await expectCircle(desk: scope) { $0.register { try Self.session($0) }.scope(back) }
    }

    @Test(arguments: [Scope].keeping, [Scope].notUnique)
    func requestThatLeadsBackThroughTheTaskOfAnotherBuildIsACircle(scope: Scope, back: Scope) async {
        await expectCircle(desk: scope) { $0.registerAsync { try Self.session($0) }.scope(back) }
    }

    @Test(arguments: [Scope].all)
    func requestOfAHookThatLeadsBackToAnAsyncServiceIsACircle(scope: Scope) async {
        await expectCircle(desk: .singleton) {
            $0.register { Session() }.scope(scope).onCreate { _, resolver in _ = try resolver.tryResolve(Desk.self) }
        }
    }

    @Test func asyncServiceThatAsksForItselfIsACircle() async {
        let container = Container()
        container.registerAsync(Int.self) { resolver in try resolver.tryResolve(Int.self) + 1 }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Int.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Int", "Int"])
    }

    @Test func circleOfAnAsyncServiceIsACycleOfTheValidation() {
        let container = Container()
        container.registerAsync { resolver in Desk(session: try await resolver.resolveAsync()) }.scope(.singleton)
        container.register { Session() }.scope(.singleton)
            .onCreate { _, resolver in _ = try resolver.tryResolve(Desk.self) }
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.findings.map(\.kind) == [.cycle])
    }

    @Test(arguments: [Scope].keeping)
    func requestFailsAtOnceWhileTheServiceIsBeingBuilt(scope: Scope) async throws {
        let container = Container()
        let (running, gate) = (Gate(), Gate())
        container.registerAsync {
            running.open()
            await gate.pass()
            return Session()
        }
        .scope(scope)
        let build = Task { try await container.resolveAsync(Session.self) }
        await running.pass()
        let error = await Deadline.error { () throws(ResolutionError) in _ = try container.tryResolve(Session.self) }
        gate.open()
        _ = try await build.value
        #expect(error?.code == .requiresAsync)
        #expect(error?.steps == ["Session"])
    }

    @Test func requestDoesNotWaitOnTheMainActorForAFactoryThatNeedsIt() async throws {
        let container = Container()
        let (running, gate) = (Gate(), Gate())
        container.registerAsync {
            running.open()
            await gate.pass()
            return await MainActor.run { Session() }
        }
        .scope(.singleton)
        let build = Task { try await container.resolveAsync(Session.self) }
        await running.pass()
        let ask = Task { @MainActor in
            gate.open()
            do throws(ResolutionError) { _ = try container.tryResolve(Session.self) } catch { return error.code }
            return ResolutionError.Code.notRegistered
        }
        let code = await Deadline.result(inTask: { await ask.value })
        #expect(code == .requiresAsync)
        _ = try await build.value
    }

    @Test(arguments: [Scope].keeping)
    func requestFindsTheServiceOnceItIsReady(scope: Scope) async throws {
        let container = Container()
        container.registerAsync { Session() }.scope(scope)
        let session = try await container.resolveAsync(Session.self)
        #expect(container.resolve(Session.self) === session)
        #expect(container.optional(Session.self) === session)
    }

    @Test func requestFindsASharedServiceWhileItIsHeld() async throws {
        let container = Container()
        container.registerAsync { Session() }.scope(.shared)
        let session = try await container.resolveAsync(Session.self)
        #expect(container.resolve(Session.self) === session)
    }

    @Test func requestFindsTheServiceOfAnArgumentOnceItIsReady() async throws {
        let container = Container()
        container.registerAsync { (_: Resolver, _: Int) in Session() }.scope(.singleton)
        let session = try await container.resolveAsync(Session.self, arguments: 1)
        #expect(container.resolve(Session.self, arguments: 1) === session)
        let error = ResolutionError.thrown { () throws(ResolutionError) in
            _ = try container.tryResolve(Session.self, arguments: 2)
        }
        #expect(error?.code == .requiresAsync)
    }

    @Test func requestFailsAgainAfterAReset() async throws {
        let container = Container()
        container.registerAsync { Session() }.scope(.singleton)
        _ = try await container.resolveAsync(Session.self)
        container.reset()
        let error = ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Session.self) }
        #expect(error?.code == .requiresAsync)
    }

    @Test func asyncRequestTakesSynchronousRegistrations() async throws {
        let container = Container()
        container.register { Session() }.scope(.singleton)
        let session = try await container.resolveAsync(Session.self)
        #expect(container.resolve(Session.self) === session)
    }
}
