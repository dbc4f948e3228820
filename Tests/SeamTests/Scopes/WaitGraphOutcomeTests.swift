import TestKit
import Testing

@testable import Seam

/// The ends of a wait for one build.
struct WaitGraphOutcomeTests {
    private let build = Build("a")
    private let failure = Failure.circular(path: [], site: StaticCallSite(fileID: "", line: 0))

    @Test func waitEndsWithTheInstance() {
        let wait = ObservedWait(for: build)
        #expect(wait.wasRegistered)
        #expect(wait.ends == [])
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(wait.ends == ["instance 7"])
    }

    @Test func everyWaitEnds() {
        let waits = (0..<10).map { _ in ObservedWait(for: build) }
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(waits.map(\.ends) == Array(repeating: ["instance 7"], count: 10))
    }

    @Test func waitEndsWithTheFailure() {
        let wait = ObservedWait(for: build)
        WaitGraph.finish(build, .failed(failure))
        #expect(wait.ends == ["failed"])
    }

    @Test func waitForAFinishedBuildEndsAtOnce() {
        let failed = Build("b")
        WaitGraph.finish(build, .instance(ValueBox(7)))
        WaitGraph.finish(failed, .failed(failure))
        let waits = [ObservedWait(for: build), ObservedWait(for: failed)]
        #expect(waits.map(\.ends) == [["missed"], ["missed"]])
        #expect(waits.allSatisfy { !$0.wasRegistered })
    }

    @Test func taskThatStartsABuildDoesNotMissItsEnd() async throws {
        let build = build
        let outcome = try await WaitGraph.wait(for: build, by: Waiter(), path: []) {
            WaitGraph.finish(build, .instance(ValueBox(7)))
        }
        #expect(outcome.text == "instance 7")
    }

    @Test func cancelledWaitGetsNoOutcome() {
        let wait = ObservedWait(for: build)
        #expect(wait.cancel())
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(wait.ends == [])
    }

    @Test func waitIsCancelledOnce() {
        let wait = ObservedWait(for: build)
        #expect(wait.cancel())
        #expect(!wait.cancel())
    }

    @Test func waitThatHasEndedIsNotCancelled() {
        let wait = ObservedWait(for: build)
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(!wait.cancel())
    }

    @Test(.timeLimit(.minutes(15)))
    func threadIsBlockedUntilTheEnd() throws {
        // A thread may come too late for the end; one of many does not.
        let outcomes = try (0..<1_000).lazy
            .map { number in
                let (build, isStarted) = (Build("\(number)"), Gate())
                let waiter = WorkerThread {
                    isStarted.open()
                    return WaitGraph.blockingWait(for: build, by: Waiter(), path: []).text
                }
                isStarted.wait()
                WaitGraph.finish(build, .instance(ValueBox(7)))
                return try waiter.value()
            }
        #expect(outcomes.contains("instance 7"))
    }

    @Test(.timeLimit(.minutes(15)))
    func taskIsSuspendedUntilTheEnd() async throws {
        let (build, hasBegun) = (build, Gate())
        let waiter = Task { try await WaitGraph.wait(for: build, by: Waiter(), path: []) { hasBegun.open() }.text }
        await hasBegun.pass()
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(try await waiter.value == "instance 7")
    }

    @Test(.timeLimit(.minutes(15)))
    func cancelledTaskDoesNotWait() async {
        let build = build
        let waiter = Task { try await WaitGraph.wait(for: build, by: Waiter(), path: []).text }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        WaitGraph.finish(build, .instance(ValueBox(7)))
    }

    // MARK: Unfinished instances

    @Test func requestInsideTheBuildGetsTheUnfinishedInstance() {
        let (inside, outside) = (ObservedWait(for: build), ObservedWait(for: build))
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: build)) == nil)
        WaitGraph.offerUnfinished(ValueBox(7), of: build)
        let inner = Build("inner", for: Waiter(build: build))
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: build))?.value(as: Int.self) == 7)
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: inner))?.value(as: Int.self) == 7)
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter()) == nil)
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: Build("b"))) == nil)
        #expect(inside.ends == [] && outside.ends == [])
    }

    @Test func finishedBuildHasNoUnfinishedInstance() {
        WaitGraph.offerUnfinished(ValueBox(7), of: build)
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: build)) == nil)
    }

    @Test func prerequisiteIsNotedOnce() {
        let receiver = Build("b")
        for _ in 0..<2 { WaitGraph.notePrerequisite(build, of: Waiter(build: receiver)) }
        let prerequisites = WaitGraph.unfinishedPrerequisites(of: receiver, instance: ValueBox(1))
        #expect(prerequisites.map(ObjectIdentifier.init) == [ObjectIdentifier(build)])
    }

    @Test func finishedPrerequisiteIsNotWaitedFor() {
        let receiver = Build("b")
        WaitGraph.notePrerequisite(build, of: Waiter(build: receiver))
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(WaitGraph.unfinishedPrerequisites(of: receiver, instance: ValueBox(1)).isEmpty)
    }

    @Test func buildIsNoPrerequisiteOfItself() {
        WaitGraph.notePrerequisite(build, of: Waiter(build: build))
        #expect(WaitGraph.unfinishedPrerequisites(of: build, instance: ValueBox(1)).isEmpty)
    }

    @Test func unfinishedInstanceOfABuildAroundIsAPrerequisite() {
        let inner = Build("inner", for: Waiter(build: build))
        WaitGraph.offerUnfinished(ValueBox(7), of: build)
        _ = WaitGraph.unfinishedInstance(of: build, for: Waiter(build: inner))
        let prerequisites = WaitGraph.unfinishedPrerequisites(of: inner, instance: ValueBox(1))
        #expect(prerequisites.map(ObjectIdentifier.init) == [ObjectIdentifier(build)])
    }

    @Test func finishedBuildHoldsNoPrerequisite() {
        let receiver = Build("b")
        weak var prerequisite: Build?
        do {
            let build = Build("prerequisite")
            prerequisite = build
            WaitGraph.notePrerequisite(build, of: Waiter(build: receiver))
        }
        #expect(prerequisite != nil)
        WaitGraph.finish(receiver, .instance(ValueBox(1)))
        #expect(prerequisite == nil)
    }

    @Test func finishedBuildHoldsNoInstance() {
        let living = Counter()
        let inner = Build("inner", for: Waiter(build: build))
        WaitGraph.finish(build, .instance(ValueBox(CountedObject(living))))
        #expect(living.count == 0)
        #expect(inner.parent === build)
    }

    @Test func waitHoldsNoInstanceAfterItsEnd() {
        let living = Counter()
        do {
            let build = Build("a")
            let wait = ObservedWait(for: build)
            WaitGraph.offerUnfinished(ValueBox(CountedObject(living)), of: build)
            WaitGraph.finish(build, .failed(failure))
            #expect(wait.ends == ["failed"])
            #expect(living.count == 0)
        }
    }

    /// An instance that was passed on before its hooks had run may be released with the request that waited for the
    /// hooks.
    @Test func requestInTheDeinitOfAPrerequisiteIsCompleted() throws {
        let (container, journal) = (Container(), Journal<String>())
        container.register { Fixtures.Live() }.scope(.singleton).onCreate { _, _ in journal.note("hook") }
        try ThreadLocal.record.withinOneRequest { () throws(ResolutionError) in
            let receiver = Build("receiver")
            let prerequisite = Build("prerequisite")
            let farewell = DeinitAction { _ = container.resolve(Fixtures.Live.self) }
            WaitGraph.finish(prerequisite, .instance(ValueBox(farewell)))
            WaitGraph.notePrerequisite(prerequisite, of: Waiter(build: receiver))
            WaitGraph.finish(receiver, .instance(ValueBox(0)))
        }
        #expect(journal.entries == ["hook"])
        let entry = try #require(container.ownEntries.first)
        #expect(entry.cache?.own.all.map { $0.instance != nil } == [true])
    }

    /// A build that was given the unfinished instance of ``build``.
    private func delayedBuild(_ name: String, publication: @escaping @Sendable () -> Void) -> Build {
        let delayed = Build(name)
        WaitGraph.notePrerequisite(build, of: Waiter(build: delayed))
        let prerequisites = WaitGraph.unfinishedPrerequisites(of: delayed, instance: ValueBox(name))
        WaitGraph.whenFinished(prerequisites[...], by: delayed, publication)
        return delayed
    }

    /// The user's storage may make requests, which must not wait for a thread that still has to be resumed.
    @Test func waitsOfDelayedBuildsEndLast() {
        let ends = Journal<String>()
        WaitGraph.offerUnfinished(ValueBox(7), of: build)
        for number in 0..<8 {
            let delayed = delayedBuild("delayed \(number)") { ends.note("publication") }
            WaitGraph.beginWait(for: build, by: Waiter(), path: []) { _ in ends.note("request") }
            WaitGraph.beginWait(for: delayed, by: Waiter(), path: []) { _ in ends.note("request") }
        }
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(ends.entries == Array(repeating: "request", count: 16) + Array(repeating: "publication", count: 8))
    }

    @Test func waitForABuildThatIsAboutToBePublishedEndsWithItsInstance() {
        let (delayed, ends) = (Box<[Build]>([]), Journal<String>())
        WaitGraph.offerUnfinished(ValueBox(7), of: build)
        for name in ["a", "b"] {
            let made = delayedBuild(name) {
                for other in delayed.value {
                    WaitGraph.beginWait(for: other, by: Waiter(), path: []) { ends.note("\(name): \($0.text)") }
                }
            }
            delayed.withLock { $0.append(made) }
        }
        WaitGraph.finish(build, .instance(ValueBox(7)))
        #expect(
            ends.entries.sorted() == ["a: unfinished a", "a: unfinished b", "b: unfinished a", "b: unfinished b"]
        )
    }
}
