import Synchronization
import TestKit
import Testing

@testable import Seam

/// The settings of registrations, and the instances that are kept for them.
struct RegistryEntryTests {
    private final class Thing: Sendable {}

    @Test(arguments: [Scope].builtIn) func registrationsWithNothingButABuiltInScopeShareTheirSettings(scope: Scope) {
        let container = Container()
        let first = container.register { 1 }.scope(scope)
        let second = container.register { "" }.scope(.graph).scope(scope)
        #expect(first.entry.settings.scope == scope)
        #expect(first.entry.settings === second.entry.settings)
    }

    @Test func scopeOfOneRegistrationIsNotThatOfAnother() {
        let container = Container()
        let first = container.register { 1 }.scope(.singleton)
        let second = container.register { "" }.scope(.singleton)
        second.scope(.cached("name"))
        #expect(first.entry.settings.scope == .singleton)
        #expect(second.entry.settings.scope == .cached("name"))
    }

    @Test(arguments: [Scope].builtIn) func scopeKeepsWhatWasAddedBefore(scope: Scope) {
        let registration = Container().register { 1 }.decorate { number, _ in number + 1 }.scope(scope)
        #expect(registration.entry.settings.scope == scope)
        #expect(registration.entry.settings.hasDecorators)
    }

    @Test(arguments: [Scope].builtIn) func cacheIsMadeByTheFirstRequest(scope: Scope) {
        let container = Container()
        let entry = container.register { Thing() }.scope(scope).entry
        container.reset()
        #expect(entry.cacheIfMade == nil)
        _ = container.resolve(Thing.self)
        #expect((entry.cacheIfMade != nil) == scope.lifetime.outlivesRequests)
        #expect(entry.cacheIfMade?.isRetired != true)
    }

    @Test func cacheOfARegistrationThatIsGoneKeepsNothing() throws {
        let container = Container()
        let entry = container.register { Thing() }.scope(.cached).entry
        container.unregister(Thing.self)
        // A request that has found the registration before makes the cache now.
        let cache = try #require(entry.cache)
        #expect(cache.isRetired)
        #expect(cache.own.slot(for: nil).decision().isRetired)
    }

    @Test func formerCachePublishesNothing() throws {
        let registration = Container().register { Thing() }.scope(.cached)
        let entry = registration.entry
        let former = try #require(entry.cache).own
        entry.withReady(of: former) { $0.store(InstanceWord(rawValue: 64), ordering: .relaxed) }
        #expect(entry.ready.exchange(.none, ordering: .relaxed) == InstanceWord(rawValue: 64))
        registration.scope(.singleton)
        // A build that began under the former scope may end now, beside one that began under the new scope.
        entry.withReady(of: former) { $0.store(InstanceWord(rawValue: 64), ordering: .relaxed) }
        #expect(entry.ready.load(ordering: .relaxed) == .none)
    }

    @Test func cacheOfAClosedContainerKeepsNothing() async throws {
        let container = Container()
        let entry = container.register { Thing() }.scope(.singleton).entry
        try await container.shutdown()
        #expect(entry.cache?.own.slot(for: nil).decision().isRetired == true)
    }

    @Test(arguments: RegistryEntry.Plan.allCases) func rawValueOfAPlanLeadsBackToIt(plan: RegistryEntry.Plan) {
        #expect(RegistryEntry.Plan(rawValue: plan.rawValue) == plan)
    }
}
