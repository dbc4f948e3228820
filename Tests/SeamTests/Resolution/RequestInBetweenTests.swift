import Testing

@testable import Seam

/// Requests by code that runs inside another request, but in no factory: they are part of it, and do not end it.
struct RequestInBetweenTests {
    private let container = Container()
    private let clock = TellingClock()
    private let journal = Fixtures.Journal<String>()

    private var expiring: Scope { .cached(for: .seconds(10), clock: clock) }

    @Test func ofTheClockDoesNotEndTheRequestThatLooksAtIt() {
        container.register { 7 }
        container.register { "label" }.onResolved { [journal] _, _ in journal.note("hook of the label") }
        container.register { resolver in Fixtures.Live(resolver.resolve(String.self)) }.scope(expiring)
        clock.pass { [container, journal] in
            _ = container.resolve(Int.self)
            journal.note("clock")
        }
        _ = container.resolve(Fixtures.Live.self)
        #expect(journal.values == ["clock", "hook of the label"])
    }

    @Test func ofTheClockDoesNotFailByTheHooksOfTheOther() throws {
        container.register { 7 }
        container.register { "label" }.onResolved { _, _ in throw Fixtures.Breakdown() }
        container.register { resolver in Fixtures.Live(resolver.resolve(String.self)) }.scope(expiring)
        clock.pass { [container, journal] in journal.note("\(container.resolve(Int.self))") }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.path.map(\.description) == ["Live", "String"])
        #expect(journal.values == ["7"])
    }

    @Test func ofAnExpiredInstanceSharesTheGraphOfTheBuildThatFollows() {
        let counters = Fixtures.Counter()
        let reference = Fixtures.WeakReference(container)
        container.register {
            _ = counters.next()
            return Fixtures.Live()
        }
        .scope(.graph)
        container.register { resolver in
            _ = resolver.resolve(Fixtures.Live.self)
            return Farewell { _ = reference.object?.resolve(Fixtures.Live.self) }
        }
        .scope(expiring)
        _ = container.resolve(Farewell.self)
        #expect(counters.value == 1)
        clock.pass {}
        _ = container.resolve(Farewell.self)
        #expect(counters.value == 2)
    }

    /// An instance that was lent before its hooks had run may end with the request that has waited for them.
    @Test func ofABorrowedInstanceAtItsEndIsCompleted() throws {
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { [journal] _, _ in journal.note("hook") }
        try ThreadLocal.record.withinOneRequest { () throws(ResolutionError) in
            let borrower = Build(of: ServiceOfTest(), dependencies: nil)
            let lender = Build(of: ServiceOfTest(), dependencies: nil)
            let farewell = Farewell { [container] in _ = container.resolve(Fixtures.Live.self) }
            WaitGraph.finish(lender, .success(ValueBox(farewell)))
            WaitGraph.lend(from: lender, to: Waiter(build: borrower))
            WaitGraph.finish(borrower, .success(ValueBox(0)))
        }
        #expect(journal.values == ["hook"])
        let entry = try #require(container.ownEntries.first)
        #expect(entry.settings.cache?.own.all.map { $0.instance != nil } == [true])
    }
}
