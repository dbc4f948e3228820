import Testing

@testable import Seam

/// A request that has looked at its registration, and then somebody changes that or takes it away.
struct OutdatedRequestTests {
    private final class Token: Sendable {}

    private let clock = TellingClock()
    private let container = Container()

    private var expiring: Scope { .cached(for: .seconds(10), clock: clock) }

    @Test func instanceIsNotKeptWhereTheScopeBecameUnique() {
        let registration = container.register { Token() }.scope(expiring)
        _ = container.resolve(Token.self)
        clock.pass { registration.scope(.unique) }
        weak let token = container.resolve(Token.self)
        #expect(token == nil)
    }

    @Test func instanceIsKeptAsTheNewScopeSays() {
        let registration = container.register { Token() }.scope(expiring)
        _ = container.resolve(Token.self)
        clock.pass { registration.scope(.shared) }
        weak var token: Token?
        do {
            let held = container.resolve(Token.self)
            #expect(container.resolve(Token.self) === held)
            token = held
            withExtendedLifetime(held) {}
        }
        #expect(token == nil)
    }

    @Test func asyncInstanceIsNotKeptWhereTheScopeBecameUnique() async throws {
        let registration = container.registerAsync(Token.self) { _ in Token() }.scope(expiring)
        _ = try await container.resolveAsync(Token.self)
        clock.pass { registration.scope(.unique) }
        _ = try await container.resolveAsync(Token.self)
        #expect(container.ownRegistrations.flatMap(\.existingSlots).allSatisfy { $0.kept == nil })
    }

    /// A request that has found the registration of the token, and gone no further.
    private func requestForToken(in container: Container? = nil) throws -> Request<Token, NoArguments> {
        let container = container ?? self.container
        let found = try #require(
            container.nearestRegistration(signature: NoArguments().signature(of: Token.self), name: nil)
        )
        let site = StaticCallSite(fileID: #fileID, line: #line)
        return container.request(Token.self, found, arguments: NoArguments(), site: site)
    }

    private func keepsNothing(_ registration: AnyRegistration) -> Bool {
        (container.containerScopeInstances.all + registration.existingSlots).allSatisfy { $0.kept == nil }
    }

    @Test(arguments: [Scope.container, .singleton, .shared])
    func instanceIsNotKeptWhereTheRegistrationIsGone(scope: Scope) throws {
        container.register { Token() }.scope(scope)
        let request = try requestForToken()
        container.unregister(Token.self)
        weak let token = try request.fulfil()
        #expect(token == nil)
        #expect(keepsNothing(request.registration))
    }

    @Test func instanceIsNotKeptWhereTheContainerIsClosed() async throws {
        container.register { Token() }.scope(.singleton)
        let request = try requestForToken()
        try await container.shutdown()
        weak let token = try request.fulfil()
        #expect(token == nil)
        #expect(keepsNothing(request.registration))
    }

    @Test func instanceIsNotKeptInAClosedChild() async throws {
        container.register { Token() }.scope(.container)
        let child = Container(parent: container)
        let request = try requestForToken(in: child)
        try await child.shutdown()
        weak let token = try request.fulfil()
        #expect(token == nil)
        #expect(child.containerScopeInstances.all.allSatisfy { $0.kept == nil })
    }

    @Test func instanceIsNotKeptWhereTheContainerIsClosedBefore() async throws {
        container.register { Token() }.scope(.singleton)
        try await container.shutdown()
        weak let token = try requestForToken().fulfil()
        #expect(token == nil)
    }

    /// The slots of the `container` scope go with a reset: what is built in one of them would never be found again.
    @Test func slotThatAResetHasTakenAwayIsUsedNoMore() throws {
        container.register { Token() }.scope(.container)
        let request = try requestForToken()
        let slot = request.slot(in: container, session: Session())
        container.reset()
        let construction = Construction(request.registration.key, session: Session(), parent: nil, keeper: nil)
        let entry = slot.enter(stale: nil, isCurrent: { true }, unpublish: {}, construction: { construction })
        guard case .moved = entry.decision else {
            Issue.record("\(entry.decision)")
            return
        }
    }
}
