import Seam
import TestKit
import Testing

private final class Session: Sendable {
    let user: String

    init(_ user: String = "nobody") { self.user = user }

    static func open(_ user: String = "nobody") async -> Session {
        await Task.yield()
        return Session(user)
    }
}

private struct Refused: Error {}

private final class Builds: Sendable {
    let counter = Counter()
}

extension Container {
    fileprivate var builds: Factory<Builds> { self { Builds() }.singleton }
    fileprivate var unkept: Factory<Session> { async { await Session.open() } }
    fileprivate var session: Factory<Session> {
        async { services in
            services.container.builds().counter.increment()
            return await Session.open()
        }
        .singleton
    }
    fileprivate var user: Factory<Session, String> {
        async(fileID: "Shop/Services.swift", line: 3) { _, user in await Session.open(user) }.cached
    }
    fileprivate var failing: Factory<Session> { async { throw Refused() }.singleton }
    fileprivate var cart: Factory<String> { self { "cart of \(try self.session.tryResolve().user)" } }
    fileprivate var named: Factory<Session> {
        async { services in await Session.open(try await services.resolveAsync(String.self)) }.singleton
    }
    fileprivate var completed: Factory<String> {
        async { await Session.open("ada").user }
            .decorate { user, _ in "<\(user)>" }
            .decorateOnMainActor { user, _ in
                MainActor.preconditionIsolated()
                return "[\(user)]"
            }
    }
    fileprivate var canned: Factory<Session, String> {
        async { _, user in await Session.open(user) }
            .when(.testing) { Session("canned \($0)") }
            .when(.when(false)) { _ in Session("never") }
    }
    fileprivate var onMain: Factory<Session, String> {
        async { _, user in await Session.open(user) }
            .whenOnMainActor(.testing) { user in
                MainActor.preconditionIsolated()
                return Session("main \(user)")
            }
    }
    fileprivate var first: Factory<Session> {
        async { services in try await services.container.second.resolveAsync() }.singleton
    }
    fileprivate var second: Factory<Session> {
        async { services in try await services.container.first.resolveAsync() }
    }
    fileprivate var synchronous: Factory<Session> { self { Session("live") }.singleton }
    fileprivate var numbered: Factory<Session, Int> { self { Session("user \($0)") } }
    fileprivate var promise: Factory<Session> { promised() }
}

/// Declared services whose closures are awaited.
struct FactoryAsyncTests {
    private let container = Container()

    @Test func resolveAsyncAwaitsTheClosure() async throws {
        let unkept = try await container.unkept.resolveAsync()
        #expect(unkept.user == "nobody")
        #expect(try await container.unkept.resolveAsync() !== unkept)
    }

    @Test func keptInstanceIsBuiltOnceAndThenFoundSynchronously() async throws {
        async let first = container.session.resolveAsync()
        async let second = container.session.resolveAsync()
        let sessions = try await (first, second)
        #expect(sessions.0 === sessions.1)
        #expect(container.session() === sessions.0)
        #expect(container.builds().counter.count == 1)
    }

    @Test func argumentsReachTheClosureAndKeepInstancesApart() async throws {
        let ada = try await container.user.resolveAsync("ada")
        #expect(ada.user == "ada")
        #expect(try await container.user.resolveAsync("bob").user == "bob")
        #expect(container.user("ada") === ada)
    }

    @Test(arguments: [false, true]) func synchronousRequestFailsBeforeTheInstanceIsThere(isKept: Bool) throws {
        let factory = isKept ? container.session : container.unkept
        let error = try #require(throws: ResolutionError.self) { try factory.tryResolve() }
        #expect(error.code == .requiresAsync)
        #expect(container.builds().counter.count == 0)
    }

    @Test func synchronousRequestFailsAfterAnInstanceThatIsNotKept() async throws {
        _ = try await container.unkept.resolveAsync()
        let error = try #require(throws: ResolutionError.self) { try container.unkept.tryResolve() }
        #expect(error.code == .requiresAsync)
    }

    @Test(arguments: [Scope].keeping)
    func synchronousRequestFailsAtOnceWhileTheServiceIsBeingBuilt(scope: Scope) async throws {
        let (running, gate) = (Gate(), Gate())
        let slow =
            container.async {
                running.open()
                await gate.pass()
                return Session()
            }
            .scope(scope)
        let build = Task { try await slow.resolveAsync() }
        await running.pass()
        let error = await Deadline.error { () throws(ResolutionError) in _ = try slow.tryResolve() }
        gate.open()
        _ = try await build.value
        #expect(error?.code == .requiresAsync)
    }

    @Test func errorNamesThePropertyAndTheRemedy() throws {
        let error = try #require(throws: ResolutionError.self) {
            try container.user.tryResolve("ada", fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(
            error.description == #"""
                '\.user' is built by an async factory, and was asked for synchronously.
                  Path: \.user   (asked for at Shop/Cart.swift:12)
                  Declared at Shop/Services.swift:3.
                  To fix it, ask with `await resolveAsync`; afterwards a cached instance is found without `await`.
                """#
        )
    }

    @Test func synchronousDependentFailsWithItsPath() async throws {
        let error = try #require(throws: ResolutionError.self) { try container.cart.tryResolve() }
        #expect(error.code == .requiresAsync)
        #expect(error.steps == [#"\.cart"#, #"\.session"#])
        _ = try await container.session.resolveAsync()
        #expect(container.cart() == "cart of nobody")
    }

    @Test func failureReachesTheCallerAndIsNotKept() async throws {
        for _ in 0..<2 {
            let error = try await #require(throws: ResolutionError.self) {
                try await container.failing.resolveAsync()
            }
            #expect(error.code == .factoryFailed)
            #expect(error.underlying is Refused)
        }
    }

    @Test func resolverBelongsToTheContainerThatKeepsTheInstance() async throws {
        let child = Container(parent: container)
        container.register { "parent" }
        child.register { "child" }
        let session = try await child.named.resolveAsync()
        #expect(session.user == "parent")
        #expect(container.named() === session)
    }

    @Test func decoratorsApply() async throws {
        #expect(try await container.completed.resolveAsync() == "[<ada>]")
    }

    @Test func contextsTakeTheArguments() async throws {
        #expect(try await container.canned.resolveAsync("ada").user == "canned ada")
        #expect(try await container.onMain.resolveAsync("ada").user == "main ada")
    }

    @Test func contextOfAnAsyncDeclarationIsAwaitedToo() throws {
        let error = try #require(throws: ResolutionError.self) { try container.canned.tryResolve("ada") }
        #expect(error.code == .requiresAsync)
    }

    @Test func resetAllowsAnotherBuild() async throws {
        let session = try await container.session.resolveAsync()
        container.session.reset()
        #expect(try await container.session.resolveAsync() !== session)
    }

    @Test func synchronousOverrideIsFoundWithoutAwait() async throws {
        container.session.register { Session("mock") }
        container.user.register { Session("mock \($0)") }
        #expect(container.session().user == "mock")
        #expect(container.user("ada").user == "mock ada")
        container.session.reset()
        #expect(try await container.session.resolveAsync().user == "nobody")
    }

    @Test func asyncOverrideIsAwaited() async throws {
        container.synchronous.registerAsync { await Session.open("mock") }
        container.numbered.registerAsync { _, number in await Session.open("mock \(number)") }
        container.unkept.registerAsync { services in
            await Session.open(try await services.container.synchronous.resolveAsync().user + "ed")
        }
        let error = try #require(throws: ResolutionError.self) { try container.synchronous.tryResolve() }
        #expect(error.code == .requiresAsync)
        #expect(try await container.unkept.resolveAsync().user == "mocked")
        #expect(container.synchronous().user == "mock")
        #expect(try await container.numbered.resolveAsync(3).user == "mock 3")
        container.synchronous.reset()
        #expect(container.synchronous().user == "live")
    }

    @Test func asyncOverrideOfASingletonIsWarmedUp() async throws {
        container.promise.registerAsync { await Session.open("kept") }
        container.session.registerAsync { await Session.open("warm") }
        try await container.warmUp()
        #expect(container.session().user == "warm")
        #expect(try await container.promise.resolveAsync().user == "kept")
    }

    @Test func copyBuildsAnInstanceOfItsOwn() async throws {
        let session = try await container.session.resolveAsync()
        let copy = Container(copying: container)
        #expect(try await copy.session.resolveAsync() !== session)
        container.session.registerAsync { await Session.open("override") }
        #expect(try await Container(copying: container).session.resolveAsync().user == "override")
    }

    @Test func circleFailsWithItsPath() async throws {
        let error = try await #require(throws: ResolutionError.self) { try await container.first.resolveAsync() }
        #expect(error.code == .circularDependency)
        #expect(error.steps == [#"\.first"#, #"\.second"#, #"\.first"#])
    }

    @Test func validationAndGraphFollowTheClosure() throws {
        container.registerAsync { services in
            try await services.container.session.resolveAsync().user
        }
        try container.validate()
        let graph = container.dependencyGraph()
        let session = try #require(graph.nodes.first { $0.id.contains("session") })
        #expect(graph.edges.contains { $0.to == session.id })
        #expect(graph.edges.contains { $0.from == session.id && $0.to.contains("builds") })
    }

    @Test func closureKeepsItsContainerAliveOnlyWhileItRuns() async throws {
        weak var seen: Container?
        do {
            let container = Container()
            seen = container
            _ = try await container.session.resolveAsync()
        }
        #expect(seen == nil)
    }
}
