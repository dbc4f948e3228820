import Seam
import Synchronization
import TestKit
import Testing

/// Observers of a container.
struct ObservationTests {
    @Test func sequenceHasTheEventsSinceItWasAskedFor() async {
        let container = Container()
        container.register { 1 }.scope(.singleton)
        let events = container.events
        _ = container.resolve(Int.self)
        _ = container.resolve(Int.self)
        var outcomes: [ResolutionEvent.Outcome] = []
        for await event in events {
            outcomes.append(event.outcome)
            if outcomes.count == 2 { break }
        }
        #expect(outcomes == [.built, .reused])
    }

    @Test func observationEndsWithTheLoopOverTheSequence() async {
        final class Thing: Sendable {}
        let container = Container()
        container.register { Thing() }.scope(.cached)
        weak var first: Thing?
        do {
            let events = container.events
            first = container.resolve(Thing.self)
            for await _ in events { break }
        }
        container.reset()
        #expect(first == nil)
    }

    @Test func builtAndReusedInstancesAreReported() {
        let container = Container()
        container.register { 1 }.scope(.singleton)
        container.register { "\($0.resolve(Int.self))" }
        let (events, token) = container.journalOfEvents()
        _ = container.resolve(String.self)
        _ = container.resolve(String.self)
        #expect(
            events.entries == ["1 Int built 1", "0 String built 1", "1 Int reused 1", "0 String built 1"]
        )
        token.cancel()
    }

    @Test func aliasAndValueAreReportedAsReused() async throws {
        let container = Container()
        container.register(Int.self, value: 1)
        container.register { "a" }.implements((any StringProtocol).self)
        let (events, token) = container.journalOfEvents()
        _ = (container.resolve(Int.self), container.resolve((any StringProtocol).self))
        _ = try await container.resolveAsync((any StringProtocol).self)
        let alias = ["1 String built a", "0 StringProtocol reused a"]
        #expect(events.entries == ["0 Int reused 1"] + alias + alias)
        container.register(Double.self, value: 1)
        _ = try await container.resolveAsync(Double.self)
        #expect(events.entries.last == "0 Double reused 1.0")
        token.cancel()
    }

    @Test func decoratedAliasAndDecoratedValueAreReportedAsBuilt() {
        let container = Container()
        container.register(Int.self, value: 1)
        container.register { "a" }.implements((any StringProtocol).self)
        container.decorate(Int.self) { number, _ in number + 1 }
        container.decorate((any StringProtocol).self) { text, _ in text.uppercased() }
        let (events, token) = container.journalOfEvents()
        _ = (container.resolve(Int.self), container.resolve((any StringProtocol).self))
        #expect(events.entries == ["0 Int built 2", "1 String built a", "0 StringProtocol built A"])
        token.cancel()
    }

    @Test func failuresAreReported() {
        let container = Container()
        container.register { "\(try $0.tryResolve(Int.self))" }
        let (events, token) = container.journalOfEvents()
        _ = try? container.tryResolve(String.self)
        #expect(events.entries == ["1 Int failed", "0 String failed"])
        token.cancel()
    }

    @Test func eventOfAFailureHasItsError() throws {
        let container = Container()
        container.register { "\(try $0.tryResolve(Int.self))" }
        container.register { 1.5 }
        let texts = Journal<String?>()
        let token = container.observe { texts.note($0.error?.description) }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        _ = container.resolve(Double.self)
        #expect(texts.entries == [error.description, error.description, nil])
        token.cancel()
    }

    @Test func requestsToAClosedContainerAreReported() async throws {
        let container = Container()
        container.register { 1 }
        let (events, token) = container.journalOfEvents()
        try await container.shutdown()
        _ = try? container.tryResolve(Int.self)
        _ = try? await container.resolveAsync(String.self)
        #expect(events.entries == ["0 Int failed", "0 String failed"])
        token.cancel()
    }

    @Test func requestsOfAChildToAClosedParentAreReportedToBoth() async throws {
        let parent = Container()
        parent.register { 1 }
        let child = Container(parent: Container(parent: parent))
        let (ofParent, parentToken) = parent.journalOfEvents()
        let (ofChild, childToken) = child.journalOfEvents()
        try await parent.shutdown()
        _ = try? child.tryResolve(Int.self)
        _ = try? await child.resolveAsync(Int.self)
        _ = try? child.tryResolve([Int].self)
        #expect(ofParent.entries == ofChild.entries)
        #expect(ofParent.entries == ["0 Int failed", "0 Int failed", "0 Int failed"])
        withExtendedLifetime((parentToken, childToken)) {}
    }

    @Test func closedParentDoesNotHearOfRequestsThatNeedNothingOfIt() async throws {
        let parent = Container()
        let child = Container(parent: parent)
        let (ofParent, parentToken) = parent.journalOfEvents()
        let (ofChild, childToken) = child.journalOfEvents()
        try await parent.shutdown()
        child.register(String.self) { "own" }
        _ = try? child.tryResolve(String.self)
        #expect(ofChild.entries == ["0 String built own"])
        #expect(ofParent.entries == [])
        withExtendedLifetime((parentToken, childToken)) {}
    }

    @Test func resetsAndDisposalsAreReported() async throws {
        let container = Container()
        container.register { 1 }.scope(.cached)
        container.register { "a" }.scope(.singleton)
        let (events, token) = container.journalOfEvents()
        _ = (container.resolve(Int.self), container.resolve(String.self))
        container.reset(.cached)
        try await container.shutdown()
        #expect(events.entries == ["0 Int built 1", "0 String built a", "0 Int reset 1", "0 String disposed a"])
        token.cancel()
    }

    @Test func requestsOfAChildAreReportedWhereTheyAreAnswered() {
        let parent = Container()
        parent.register { 1 }
        let child = Container(parent: parent)
        child.register { "a" }
        let (events, token) = parent.journalOfEvents()
        _ = (child.resolve(Int.self), child.resolve(String.self))
        #expect(events.entries == ["0 Int built 1"])
        token.cancel()
    }

    @Test func cancelledObserverHearsNothing() {
        let container = Container()
        container.register { 1 }
        let (events, token) = container.journalOfEvents()
        token.cancel()
        token.cancel()
        _ = container.resolve(Int.self)
        #expect(events.entries.isEmpty)
    }

    @Test func observationEndsWithItsToken() {
        let container = Container()
        container.register { 1 }
        let events = container.journalOfEvents().events
        _ = container.resolve(Int.self)
        #expect(events.entries.isEmpty)
    }

    @Test func severalObserversHearTheSame() {
        let container = Container()
        container.register { 1 }
        let (first, second) = (container.journalOfEvents(), container.journalOfEvents())
        _ = container.resolve(Int.self)
        #expect(first.events.entries == ["0 Int built 1"])
        first.token.cancel()
        _ = container.resolve(Int.self)
        #expect(first.events.entries.count == 1)
        #expect(second.events.entries.count == 2)
        second.token.cancel()
    }

    @Test func observerMayResolve() {
        let container = Container()
        container.register { 1 }
        let events = Journal<String>()
        let token = container.observe { events.note("\($0.key) \(container.resolve(Int.self))") }
        _ = container.resolve(Int.self)
        #expect(events.entries == ["Int 1"])
        token.cancel()
    }

    @Test func observerHoldsNoInstance() {
        final class Service: Sendable {}
        let container = Container()
        container.register { Service() }
        let (events, token) = container.journalOfEvents()
        let service = WeakReference(container.resolve(Service.self))
        #expect(service.object == nil)
        #expect(events.entries.count == 1)
        token.cancel()
    }

    @Test func durationsIncludeThoseOfInnerRequests() {
        let durations = Mutex<[Duration]>([])
        let container = Container()
        container.register { 1 }
        container.register { "\($0.resolve(Int.self))" }
        let token = container.observe { event in durations.withLock { $0.append(event.duration) } }
        _ = container.resolve(String.self)
        let all = durations.withLock { $0 }
        #expect(all.count == 2)
        #expect(all[0] > .zero && all[0] <= all[1])
        token.cancel()
    }

    @Test func resetOfADeclaredServiceIsReported() {
        let container = Container()
        let (events, token) = container.journalOfEvents()
        _ = container.watchedNumber()
        container.watchedNumber.reset()
        container.watchedNumber.reset()
        _ = container.watchedText()
        container.watchedText.reset()
        #expect(
            events.entries == [
                "0 \\.watchedNumber built 7", "0 \\.watchedNumber reset 7",
                "0 \\.watchedText built text", "0 \\.watchedText reset text",
            ]
        )
        token.cancel()
    }

    /// All containers were searched, so each of their observers hears of it.
    @Test func missOfAChildIsReportedToItsParents() {
        let grandparent = Container()
        let parent = Container(parent: grandparent)
        let child = Container(parent: parent)
        grandparent.register { 1 }
        let (events, token) = grandparent.journalOfEvents()
        #expect(throws: ResolutionError.self) { try child.tryResolve(Double.self) }
        #expect(throws: ResolutionError.self) { try child.tryResolve(Int.self, arguments: 3) }
        #expect(events.entries == ["0 Double failed", "0 Int(Int) failed"])
        token.cancel()
    }

    /// The parent keeps the instance, so that it answers what the closure asks the child for.
    @Test func missOfADeclaredServiceIsReportedWhereItIsAnswered() {
        let parent = Container()
        let child = Container(parent: parent)
        let (events, token) = parent.journalOfEvents()
        #expect(child.watchedAbsence() == false)
        #expect(events.entries == ["1 Double failed", "0 \\.watchedAbsence built false"])
        token.cancel()
    }
}

extension Container {
    fileprivate var watchedAbsence: Factory<Bool> { self { (try? self.tryResolve(Double.self)) != nil }.singleton }
    fileprivate var watchedNumber: Factory<Int> { self { 7 }.singleton }
    fileprivate var watchedText: Factory<String> { self { "text" }.scope(.container) }
}
