import TestKit
import Testing

@testable import Seam

/// An alias of an alias leads to the registration at the end.
struct AliasOfAliasTests {
    private typealias Service = any Fixtures.Service
    private typealias Auditing = any Fixtures.Auditing

    private let container = Container()
    private let decorated = Counter()

    /// Makes `Auditing` an alias of `Service`, and `Service` one of `Live`.
    @discardableResult
    private func registerChain(scope: Scope) -> Registration<Fixtures.Live> {
        container.register(Service.self) { Fixtures.Mock() }
            .implements(Auditing.self, as: { $0 as? Auditing ?? Fixtures.Live("upcast failed") })
        return container.register { Fixtures.Live() }.scope(scope).implements(Service.self)
    }

    private func decorateService() {
        container.decorate(Service.self) { [decorated] _, _ in
            decorated.increment()
            return Fixtures.Live("decorated \(decorated.count)")
        }
    }

    @Test(arguments: [Scope].keepingOrShared) func aliasOfAnAliasSharesTheInstanceOfTheTarget(scope: Scope) throws {
        registerChain(scope: scope)
        let live = try container.tryResolve(Fixtures.Live.self)
        #expect(try container.tryResolve(Service.self) === live)
        #expect(try container.tryResolve(Auditing.self) === live)
    }

    @Test(arguments: [Scope].keeping)
    func decoratorInBetweenRunsOncePerKeptInstance(scope: Scope) throws {
        registerChain(scope: scope)
        decorateService()
        let first = try container.tryResolve(Auditing.self)
        for _ in 0..<3 { #expect(try container.tryResolve(Auditing.self) === first) }
        #expect(try container.tryResolve(Service.self) === first)
        #expect(decorated.count == 1)
    }

    @Test func decoratorInBetweenRunsAgainAfterAReset() throws {
        registerChain(scope: .singleton)
        decorateService()
        let first = try container.tryResolve(Auditing.self)
        container.reset()
        let second = try container.tryResolve(Auditing.self)
        #expect(second !== first)
        #expect(try container.tryResolve(Auditing.self) === second)
        #expect(decorated.count == 2)
    }

    @Test func decoratorsOfEveryAliasAreApplied() throws {
        registerChain(scope: .singleton)
        decorateService()
        let audits = Counter()
        container.decorate(Auditing.self) { service, _ in
            audits.increment()
            return service
        }
        for _ in 0..<3 { _ = try container.tryResolve(Auditing.self) }
        #expect(decorated.count == 1)
        #expect(audits.count == 1)
    }

    @Test func nothingIsKeptForAnAliasThatLeadsElsewhereByNow() throws {
        func entry<Wanted>(of _: Wanted.Type) throws -> RegistryEntry {
            try #require(container.nearestEntry(signature: NoArguments.signature(of: Wanted.self), NoName())).entry
        }
        let live = registerChain(scope: .singleton)
        let (outer, between) = (try entry(of: Auditing.self), try entry(of: Service.self))
        live.implements(Service.self)
        let base = try #require(live.entry.cache)
        #expect(outer.renewCache(derivedFrom: base, by: [between]).isRetired)
        #expect(outer.cache == nil)
    }

    /// `Auditing` is an alias of `Service`, which is made an alias of `Live` anew.
    @Test(arguments: [Scope].keeping)
    func decoratedAliasFollowsANewAliasInBetween(scope: Scope) throws {
        let live = registerChain(scope: scope)
        container.decorate(Auditing.self) { service, _ in service }
        let first = try container.tryResolve(Auditing.self)
        live.implements(Service.self) { _ in Fixtures.Live("new") }
        let second = try container.tryResolve(Auditing.self)
        #expect(second !== first)
        #expect((second as? Fixtures.Live)?.label == "new")
        #expect(try container.tryResolve(Auditing.self) === second)
    }

    @Test func instanceOfAnAliasThatLeadsElsewhereByNowIsReportedByAReset() throws {
        let live = registerChain(scope: .cached)
        container.decorate(Auditing.self) { service, _ in service }
        _ = try container.tryResolve(Auditing.self)
        live.implements(Service.self) { _ in Fixtures.Live("new") }
        let resets = Counter()
        let token = container.observe { event in
            if event.outcome == .reset, event.key.description.contains("Auditing") { resets.increment() }
        }
        container.reset()
        token.cancel()
        #expect(resets.count == 1)
    }

    /// The child's alias leads to the parent's, which leads back to the child's.
    private static func ringOfAliases() -> Container {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(Service.self, fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }
            .implements(Auditing.self)
        child.register(Auditing.self) { Fixtures.Live() }.implements(Service.self)
        child.unregister(Auditing.self)
        return child
    }

    /// The requests that aliases make are written nowhere.
    @Test func failureBehindAliasesIsThatOfTheRequest() async throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { () -> Fixtures.Live in throw Fixtures.Breakdown() }
            .implements((any Fixtures.Service).self)
        container.register((any Fixtures.Service)?.self, fileID: "Shop/Modules.swift", line: 9) { services in
            try services.tryResolve((any Fixtures.Service).self, fileID: "Shop/Modules.swift", line: 9)
        }
        .implements(Any.self)
        let direct = #expect(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(direct?.location == Self.asked)
        let awaited = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync((any Fixtures.Service).self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(awaited?.location == Self.asked)
        // The request of the factory is written at the line of its registration.
        let inner = #expect(throws: ResolutionError.self) {
            try container.tryResolve(Any.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(inner?.steps == ["Any", "Service?", "Service", "Live"])
        #expect(inner?.location == StaticCallSite(fileID: "Shop/Modules.swift", line: 9).callSite)
    }

    @Test(arguments: [true, false]) func failureBehindAnAliasOfAnAliasIsThatOfTheRequest(isDecorated: Bool) async throws
    {
        registerChain(scope: .unique).decorate { _, _ in throw Fixtures.Breakdown() }
        if isDecorated { container.decorate(Service.self) { service, _ in service } }
        let failure = #expect(throws: ResolutionError.self) {
            try container.tryResolve(Auditing.self, fileID: "Shop/Cart.swift", line: 12)
        }
        let awaited = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync(Auditing.self, fileID: "Shop/Cart.swift", line: 12)
        }
        for failure in [failure, awaited] {
            #expect(failure?.steps == ["Auditing", "Service", "Live"])
            #expect(failure?.location == Self.asked)
        }
    }

    @Test(arguments: [true, false]) func failureBehindAnAliasOfAContributionIsThatOfTheRequest(
        isOnMainActor: Bool
    ) async throws {
        let contribution = container.contribute { () throws -> Fixtures.Live in throw Fixtures.Breakdown() }
        if isOnMainActor { contribution.onCreateOnMainActor { _, _ in } }
        contribution.implements(Service.self)
        let failure = await #expect(throws: ResolutionError.self) {
            try await container.resolveAsync([any Fixtures.Service].self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(failure?.steps == ["[Service]", "Service", "Live"])
        #expect(failure?.location == Self.asked)
    }

    /// No request waits for the hook: its place is that of the registration.
    @Test func failureOfAResolvedHookBehindAnAliasHasAPlace() {
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }
            .implements(Service.self)
            .onResolved { _, _ in throw Fixtures.Breakdown() }
        let failure = #expect(throws: ResolutionError.self) { try container.tryResolve(Service.self) }
        #expect(failure?.steps == ["Service", "Live"])
        #expect(failure?.location?.description == "Shop/Modules.swift:8")
    }

    @Test func lineZeroOfARequestIsItsPlace() {
        let failure = #expect(throws: ResolutionError.self) {
            try Container().tryResolve(Int.self, fileID: "Shop/Cart.swift", line: 0)
        }
        #expect(failure?.location?.description == "Shop/Cart.swift:0")
    }

    private static let asked = StaticCallSite(fileID: "Shop/Cart.swift", line: 12).callSite

    /// A ring that is followed without end ends the process, so each test has a process of its own.
    @Test func ringOfAliasesIsAnIncompatibleAlias() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let error = try #require(throws: ResolutionError.self) {
                try Self.ringOfAliases().tryResolve(Service.self)
            }
            #expect(error.code == .incompatibleAlias)
            #expect(error.steps == ["Service", "Auditing", "Service"])
        }
    }

    @Test func errorOfARingOfAliasesNamesTheRemedy() throws {
        let error = try #require(throws: ResolutionError.self) {
            try Self.ringOfAliases().tryResolve(Service.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(
            error.description == """
                'Service' is an alias that leads back to itself.
                  Path: Service → Auditing → Service   (asked for at Shop/Cart.swift:12)
                  To fix it, take away one of the `implements` on the path, or register the service that is meant.
                """
        )
    }

    @Test func requestForARingOfAliasesIsReported() {
        let (child, failures) = (Self.ringOfAliases(), Counter())
        let token = child.observe { event in
            if case .failed = event.outcome { failures.increment() }
        }
        #expect(throws: ResolutionError.self) { try child.tryResolve(Service.self) }
        token.cancel()
        #expect(failures.count == 1)
    }

    @Test func decoratedRingOfAliasesIsAnIncompatibleAlias() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let child = Self.ringOfAliases()
            child.decorate(Auditing.self) { service, _ in service }
            let error = await #expect(throws: ResolutionError.self) { try await child.resolveAsync(Auditing.self) }
            #expect(error?.code == .incompatibleAlias)
            #expect(error?.steps == ["Auditing", "Service", "Auditing"])
        }
    }
}
