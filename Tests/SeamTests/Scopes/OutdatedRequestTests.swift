import TestKit
import Testing

@testable import Seam

/// A request whose registration is changed, decorated or removed after the request has found it.
struct OutdatedRequestTests {
    private final class Token: Sendable {}

    private let clock = ManualClock()
    private let container = Container()

    private var expiring: Scope { .cached(for: .seconds(10), clock: clock) }

    @Test func instanceIsNotKeptIfTheScopeBecameUnique() {
        let registration = container.register { Token() }.scope(expiring)
        _ = container.resolve(Token.self)
        clock.advance(by: .seconds(100)) { registration.scope(.unique) }
        let token = WeakReference(container.resolve(Token.self))
        #expect(token.object == nil)
    }

    @Test func instanceIsKeptAsTheNewScopeSays() {
        let registration = container.register { Token() }.scope(expiring)
        _ = container.resolve(Token.self)
        clock.advance(by: .seconds(100)) { registration.scope(.shared) }
        weak var token: Token?
        do {
            let held = container.resolve(Token.self)
            #expect(container.resolve(Token.self) === held)
            token = held
            withExtendedLifetime(held) {}
        }
        #expect(token == nil)
    }

    @Test func asyncInstanceIsNotKeptIfTheScopeBecameUnique() async throws {
        let registration = container.registerAsync(Token.self) { _ in Token() }.scope(expiring)
        _ = try await container.resolveAsync(Token.self)
        clock.advance(by: .seconds(100)) { registration.scope(.unique) }
        _ = try await container.resolveAsync(Token.self)
        #expect(container.ownEntries.allSatisfy { $0.cache == nil })
    }

    /// A request that has found the registration of the token, and has not yet found its cache.
    private func requestForToken(in container: Container) throws -> (request: Request, found: Container.Found) {
        let site = StaticCallSite(fileID: #fileID, line: #line)
        let request = Request(Token.self, name: nil, in: container, NoArguments.self, site: site)
        return (request, try #require(container.nearestEntry(signature: request.signature, NoName())))
    }

    /// A request that has found the registration of the token and its cache, and has not yet built the token.
    private func activationForToken(in container: Container? = nil) throws -> Activation {
        let (request, found) = try requestForToken(in: container ?? self.container)
        return try request.activation(of: found)
    }

    /// Builds the token, as the rest of the request does.
    private func token(by activation: Activation) throws -> Token {
        try activation.instance(NoArguments())
    }

    /// Registers the token; the counter counts the calls of the factory.
    private func registerCountedToken(_ scope: Scope) -> Counter {
        let calls = Counter()
        container.register {
            calls.increment()
            return Token()
        }
        .scope(scope)
        return calls
    }

    private func keepsNothing(_ entry: RegistryEntry) -> Bool {
        let tables = [entry.cache?.own].compactMap { $0 } + container.containerInstances.entries().map(\.table)
        return tables.flatMap(\.all).allSatisfy { $0.instance == nil && $0.buildUnderWay == nil }
    }

    @Test(arguments: [Scope.container, .singleton, .shared])
    func instanceIsNotKeptIfTheRegistrationIsRemoved(scope: Scope) throws {
        container.register { Token() }.scope(scope)
        let activation = try activationForToken()
        container.unregister(Token.self)
        let token = try WeakReference(token(by: activation))
        #expect(token.object == nil)
        #expect(keepsNothing(activation.target.entry))
    }

    @Test(arguments: [Scope.container, .singleton, .shared])
    func requestTakesTheRegistrationThatReplacesItsOwn(scope: Scope) throws {
        let former = registerCountedToken(scope)
        let activation = try activationForToken()
        container.register { Token() }.scope(scope)
        let token = try token(by: activation)
        #expect(former.count == 0)
        #expect(container.resolve(Token.self) === token)
    }

    @Test(arguments: [Scope.container, .singleton, .shared, .cached])
    func requestTakesTheRegistrationThatReplacesItsOwnBeforeItFindsTheCache(scope: Scope) throws {
        let former = registerCountedToken(scope)
        let first = container.resolve(Token.self)
        let (request, found) = try requestForToken(in: container)
        container.register { Token() }.scope(scope)
        let token = try token(by: request.activation(of: found))
        #expect(former.count == 1)
        #expect(token !== first)
        #expect(container.resolve(Token.self) === token)
    }

    @Test(arguments: [Scope.container, .singleton, .shared, .cached])
    func requestForAnAwaitedInstanceTakesTheRegistrationThatReplacesItsOwn(scope: Scope) async throws {
        container.registerAsync { Token() }.scope(scope)
        let held = try await container.resolveAsync(Token.self)
        let ofAsync = try activationForToken()
        container.registerOnMainActor { Token() }.scope(scope)
        let next = try await container.resolveAsync(Token.self)
        #expect(try token(by: ofAsync) === next)
        let ofMainActor = try activationForToken()
        container.register { Token() }.scope(scope)
        let last = try token(by: ofMainActor)
        #expect(container.resolve(Token.self) === last)
        withExtendedLifetime((held, next)) {}
    }

    @Test(arguments: [Scope.container, .singleton])
    func requestForAnAwaitedInstanceFailsIfItsContainerIsShutDown(scope: Scope) async throws {
        container.registerAsync { Token() }.scope(scope)
        _ = try await container.resolveAsync(Token.self)
        let activation = try activationForToken()
        try await container.shutdown()
        let error = #expect(throws: ResolutionError.self) { try token(by: activation) }
        #expect(error?.code == .containerClosed)
    }

    @Test func requestForAnAwaitedInstanceThatIsRemovedHasToAwaitIt() async throws {
        container.registerAsync { Token() }.scope(.singleton)
        _ = try await container.resolveAsync(Token.self)
        let activation = try activationForToken()
        container.unregister(Token.self)
        let error = #expect(throws: ResolutionError.self) { try token(by: activation) }
        #expect(error?.code == .requiresAsync)
    }

    @Test(arguments: [Scope.unique, .container, .singleton])
    func requestFailsIfItsContainerIsShutDownBeforeItFindsTheCache(scope: Scope) async throws {
        container.register { Token() }.scope(scope)
        let (request, found) = try requestForToken(in: container)
        try await container.shutdown()
        let error = #expect(throws: ResolutionError.self) { try request.activation(of: found) }
        #expect(error?.code == .containerClosed)
    }

    @Test func requestTakesTheRegistrationOfTheParentIfItsOwnIsRemoved() throws {
        let child = Container(parent: container)
        container.register { Token() }.scope(.singleton)
        child.register { Token() }.scope(.singleton)
        let activation = try activationForToken(in: child)
        child.unregister(Token.self)
        #expect(try token(by: activation) === container.resolve(Token.self))
    }

    @Test func requestOfAChildTakesTheRegistrationThatTheChildHasMade() throws {
        container.register { Token() }.scope(.singleton)
        let child = Container(parent: container)
        let activation = try activationForToken(in: child)
        child.register { Token() }.scope(.singleton)
        container.unregister(Token.self)
        #expect(try token(by: activation) === child.resolve(Token.self))
    }

    /// A warm-up has no closure for the declaration that it finds in place of the override.
    @Test func overrideThatWasResetIsBuiltOnceMoreWithoutTheClosureOfItsDeclaration() throws {
        let service: Factory<Token> = container { Token() }.singleton
        let override = Token()
        service.register { override }
        let entry = try #require(container.ownEntry(signature: service.signature, service.place))
        let site = StaticCallSite(fileID: #fileID, line: #line)
        let activation = try Activation(of: (entry, container), asked: container, arguments: nil, site: site)
        service.reset()
        #expect(service() !== override)
        #expect(try token(by: activation) === override)
    }

    @Test func declaredServiceTakesTheLatestOverride() {
        let service: Factory<Token> = container { Token() }.scope(expiring)
        service.register { Token() }
        _ = service()
        let latest = Token()
        // The clock is asked on the read path, and again on the slow path.
        clock.advance(by: .seconds(100)) { [clock] in
            clock.advance(by: .zero) { service.register { latest } }
        }
        #expect(service() === latest)
    }

    @Test func requestFailsIfTheContainerIsClosed() async throws {
        container.register { Token() }.scope(.singleton)
        let activation = try activationForToken()
        try await container.shutdown()
        let error = #expect(throws: ResolutionError.self) { try token(by: activation) }
        #expect(error?.code == .containerClosed)
        #expect(keepsNothing(activation.target.entry))
    }

    @Test func requestFailsInAClosedChild() async throws {
        container.register { Token() }.scope(.container)
        let child = Container(parent: container)
        let activation = try activationForToken(in: child)
        try await child.shutdown()
        let error = #expect(throws: ResolutionError.self) { try token(by: activation) }
        #expect(error?.code == .containerClosed)
        #expect(child.containerInstances.entries().flatMap(\.table.all).allSatisfy { $0.instance == nil })
    }

    @Test func requestTakesTheRegisteredValueOfAClosedContainer() async throws {
        let value = Token()
        container.register(value: value)
        let activation = try activationForToken()
        try await container.shutdown()
        #expect(try token(by: activation) === value)
    }

    @Test func instanceIsKeptOnlyAsTheScopeBetweenRequestAndBuildSays() throws {
        let registration = container.register { Token() }.scope(.singleton)
        let activation = try activationForToken()
        registration.scope(.container)
        let token = try token(by: activation)
        #expect(container.resolve(Token.self) === token)
        #expect(container.containerInstances.entries().flatMap(\.table.all).contains { $0.instance != nil })
    }

    private func decorateToken(in container: Container, count: Counter) {
        container.decorate(Token.self) { token, _ in
            count.increment()
            return token
        }
    }

    @Test(arguments: [Scope].all)
    func laterDecoratorIsAppliedBeforeTheInstanceIsKept(scope: Scope) throws {
        container.register { Token() }.scope(scope)
        let (activation, count) = (try activationForToken(), Counter())
        decorateToken(in: container, count: count)
        let token = try token(by: activation)
        #expect(count.count == 1)
        withExtendedLifetime(token) {}
    }

    @Test func laterDecoratorIsAppliedToARegisteredValue() throws {
        container.register(value: Token())
        let (activation, count) = (try activationForToken(), Counter())
        decorateToken(in: container, count: count)
        let token = try token(by: activation)
        #expect(count.count == 1)
        #expect(container.resolve(Token.self) === token)
        #expect(count.count == 1)
    }

    @Test func laterDecoratorOfAChildIsAppliedToAnInheritedRegistration() throws {
        container.register { Token() }.scope(.container)
        let child = Container(parent: container)
        let (activation, count) = (try activationForToken(in: child), Counter())
        decorateToken(in: child, count: count)
        let token = try token(by: activation)
        #expect(count.count == 1)
        #expect(child.resolve(Token.self) === token)
    }
}
