import TestKit
import Testing

@testable import Seam

/// Requests by code that runs inside another request, but in no factory: they are part of it, and do not end it.
struct RequestInBetweenTests {
    private let container = Container()
    private let clock = ManualClock()
    private let journal = Journal<String>()

    private var expiring: Scope { .cached(for: .seconds(10), clock: clock) }

    @Test func requestOfTheClockDoesNotEndTheRequestThatLooksAtIt() {
        container.register { 7 }
        container.register { "label" }.onResolved { [journal] _, _ in journal.note("hook of the label") }
        container.register { resolver in Fixtures.Live(resolver.resolve(String.self)) }.scope(expiring)
        clock.advance(by: .seconds(100)) { [container, journal] in
            _ = container.resolve(Int.self)
            journal.note("clock")
        }
        _ = container.resolve(Fixtures.Live.self)
        #expect(journal.entries == ["clock", "hook of the label"])
    }

    @Test func requestOfTheClockDoesNotFailByTheHooksOfTheOther() throws {
        container.register { 7 }
        container.register { "label" }.onResolved { _, _ in throw Fixtures.Breakdown() }
        container.register { resolver in Fixtures.Live(resolver.resolve(String.self)) }.scope(expiring)
        clock.advance(by: .seconds(100)) { [container, journal] in journal.note("\(container.resolve(Int.self))") }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.steps == ["Live", "String"])
        #expect(journal.entries == ["7"])
    }

    @Test func requestOfAnExpiredInstanceSharesTheGraphOfTheBuildThatFollows() {
        let counters = Counter()
        let reference = WeakReference(container)
        container.register {
            _ = counters.increment()
            return Fixtures.Live()
        }
        .scope(.graph)
        container.register { resolver in
            _ = resolver.resolve(Fixtures.Live.self)
            return DeinitAction { _ = reference.object?.resolve(Fixtures.Live.self) }
        }
        .scope(expiring)
        _ = container.resolve(DeinitAction.self)
        #expect(counters.count == 1)
        clock.advance(by: .seconds(100)) {}
        _ = container.resolve(DeinitAction.self)
        #expect(counters.count == 2)
    }
}
