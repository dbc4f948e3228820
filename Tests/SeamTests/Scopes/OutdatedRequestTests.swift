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

    @Test(arguments: [Scope.container, .singleton, .shared])
    func instanceIsNotKeptWhereTheRegistrationIsGone(scope: Scope) throws {
        container.register { Token() }.scope(scope)
        let found = try #require(
            container.nearestRegistration(signature: NoArguments().signature(of: Token.self), name: nil)
        )
        let site = StaticCallSite(fileID: #fileID, line: #line)
        let request = container.request(Token.self, found, arguments: NoArguments(), site: site)
        container.unregister(Token.self)
        weak let token = try request.fulfil()
        #expect(token == nil)
        #expect(container.askedInstances.all.allSatisfy { $0.kept == nil })
        #expect(found.registration.existingSlots.allSatisfy { $0.kept == nil })
    }
}
