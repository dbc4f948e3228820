import Testing

@testable import Seam

/// A wait, and the way in which it has ended.
private final class ObservedWait: Sendable {
    private let outcomes = Guarded<[String]>([])
    private let target: Build
    private let id: Int?

    /// - Parameters:
    ///   - target: The awaited build.
    ///   - waiter: The build that waits, with those around it.
    ///   - path: The names of the services from the outermost request to the target.
    init(for target: Build, by waiter: Waiter = Waiter(), path: [String] = [], isFinal: Bool = false) {
        self.target = target
        let path = path.map { ServiceOfTest(ServiceName($0)).key }
        id = WaitGraph.wait(for: target, by: waiter, path: path, isFinal: isFinal) { [outcomes] outcome in
            outcomes.withLock { $0.append(outcome.text) }
        }
    }

    convenience init(for target: Build, by build: Build, path: [String] = [], isFinal: Bool = false) {
        self.init(for: target, by: Waiter(build: build), path: path, isFinal: isFinal)
    }

    /// The outcomes that were told, of which there is one at most.
    var ends: [String] { outcomes.withLock { $0 } }

    /// Whether the wait was still under way when it had been registered.
    var wasRegistered: Bool { id != nil }

    func cancel() -> Bool { id.map { WaitGraph.cancel($0, for: target) } ?? false }
}

extension WaitGraph.Outcome {
    /// The outcome as a test writes it.
    fileprivate var text: String {
        switch self {
        case .instance(let box): "instance \(box.anyValue)"
        case .unfinished(let box): "unfinished \(box.anyValue)"
        case .failed: "failed"
        case .circular(let keys): "circular" + keys.map { " \($0.name.map(\.description) ?? "")" }.joined()
        }
    }
}

/// The ends of a wait for one build.
struct WaitGraphOutcomeTests {
    private let build = Build("a")
    private let failure = Failure.circular(path: [], site: nil)

    @Test func waitEndsWithTheInstance() {
        let wait = ObservedWait(for: build)
        #expect(wait.wasRegistered)
        #expect(wait.ends == [])
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(wait.ends == ["instance 7"])
    }

    @Test func everyWaitEnds() {
        let waits = (0..<10).map { _ in ObservedWait(for: build) }
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(waits.map(\.ends) == Array(repeating: ["instance 7"], count: 10))
    }

    @Test func waitEndsWithTheFailure() {
        let wait = ObservedWait(for: build)
        WaitGraph.finish(build, .failure(failure))
        #expect(wait.ends == ["failed"])
    }

    @Test func waitForAFinishedBuildEndsAtOnce() {
        let failed = Build("b")
        WaitGraph.finish(build, .success(ValueBox(7)))
        WaitGraph.finish(failed, .failure(failure))
        let waits = [ObservedWait(for: build), ObservedWait(for: failed)]
        #expect(waits.map(\.ends) == [["instance 7"], ["failed"]])
        #expect(waits.allSatisfy { !$0.wasRegistered })
    }

    @Test func cancelledWaitIsNotTold() {
        let wait = ObservedWait(for: build)
        #expect(wait.cancel())
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(wait.ends == [])
    }

    @Test func waitIsCancelledOnce() {
        let wait = ObservedWait(for: build)
        #expect(wait.cancel())
        #expect(!wait.cancel())
    }

    @Test func waitThatHasEndedIsNotCancelled() {
        let wait = ObservedWait(for: build)
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(!wait.cancel())
    }

    @Test(.timeLimit(.minutes(15)))
    func threadIsBlockedUntilTheEnd() throws {
        let build = build
        let isStarted = ThreadGate()
        let waiter = WorkerThread {
            isStarted.open()
            return WaitGraph.blockingWait(for: build, by: Waiter(), path: []).text
        }
        isStarted.pass()
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(try waiter.value() == "instance 7")
    }

    @Test(.timeLimit(.minutes(15)))
    func taskIsSuspendedUntilTheEnd() async throws {
        let build = build
        let waiter = Task { try await WaitGraph.wait(for: build, by: Waiter(), path: []).text }
        await Task.yield()
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(try await waiter.value == "instance 7")
    }

    @Test(.timeLimit(.minutes(15)))
    func cancelledTaskDoesNotWait() async {
        let build = build
        let waiter = Task { try await WaitGraph.wait(for: build, by: Waiter(), path: []).text }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        WaitGraph.finish(build, .success(ValueBox(7)))
    }

    // MARK: Unfinished instances

    @Test func requestInsideTheBuildGetsTheUnfinishedInstance() {
        let (inside, outside) = (ObservedWait(for: build), ObservedWait(for: build))
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: build)) == nil)
        WaitGraph.complete(build, ValueBox(7))
        let inner = Build("inner", for: Waiter(build: build))
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: build))?.value(as: Int.self) == 7)
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: inner))?.value(as: Int.self) == 7)
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter()) == nil)
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: Build("b"))) == nil)
        #expect(inside.ends == [] && outside.ends == [])
    }

    @Test func finishedBuildHasNoUnfinishedInstance() {
        WaitGraph.complete(build, ValueBox(7))
        WaitGraph.finish(build, .success(ValueBox(7)))
        #expect(WaitGraph.unfinishedInstance(of: build, for: Waiter(build: build)) == nil)
    }

    @Test func unfinishedInstanceOfAnotherBuildIsNotedOnce() {
        let borrower = Build("b")
        WaitGraph.borrow(build, for: Waiter(build: borrower))
        #expect(WaitGraph.hasBorrowed(borrower))
        #expect(WaitGraph.takeBorrowed(by: borrower).map(ObjectIdentifier.init) == [ObjectIdentifier(build)])
        #expect(!WaitGraph.hasBorrowed(borrower))
        #expect(WaitGraph.takeBorrowed(by: borrower).isEmpty)
    }

    @Test func unfinishedInstanceOfABuildAroundIsNotNoted() {
        let inner = Build("inner", for: Waiter(build: build))
        WaitGraph.borrow(build, for: Waiter(build: inner))
        WaitGraph.borrow(build, for: Waiter(build: build))
        WaitGraph.borrow(build, for: Waiter())
        #expect(!WaitGraph.hasBorrowed(inner))
        #expect(!WaitGraph.hasBorrowed(build))
    }

    @Test func finishedBuildHoldsNoBuildThatItHasBorrowedFrom() {
        let borrower = Build("b")
        weak var lender: Build?
        do {
            let build = Build("lender")
            lender = build
            WaitGraph.borrow(build, for: Waiter(build: borrower))
        }
        #expect(lender != nil)
        WaitGraph.finish(borrower, .success(ValueBox(1)))
        #expect(lender == nil)
    }

    @Test func waitHoldsNoInstanceAfterItsEnd() {
        let living = LivingCount()
        do {
            let build = Build("a")
            let wait = ObservedWait(for: build)
            WaitGraph.complete(build, ValueBox(Parcel(living)))
            WaitGraph.finish(build, .failure(failure))
            #expect(wait.ends == ["failed"])
            #expect(living.count == 0)
        }
    }
}

/// Circles of waits, one of which ends.
struct WaitGraphCircleTests {
    private let a = Build("a")
    private let b = Build("b")
    private let c = Build("c")

    private func finish(_ builds: Build...) {
        for build in builds { WaitGraph.finish(build, .success(ValueBox(7))) }
    }

    // MARK: Running factories

    @Test func waitThatClosesACircleFails() {
        let first = ObservedWait(for: b, by: a, path: ["a", "b"])
        let second = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(second.ends == ["circular b"])
        #expect(!second.wasRegistered)
        #expect(first.ends == [])
        finish(b)
        #expect(first.ends == ["instance 7"])
    }

    @Test func waitForItsOwnBuildFails() {
        #expect(ObservedWait(for: a, by: a, path: ["a", "a"]).ends == ["circular"])
    }

    @Test func waitForABuildAroundFails() {
        let inner = Build("inner", for: Waiter(build: a))
        #expect(ObservedWait(for: a, by: inner, path: ["a", "inner", "a"]).ends == ["circular"])
    }

    @Test func circleOfThreeTellsTheWholeWay() {
        let waits = [
            ObservedWait(for: b, by: a, path: ["a", "x", "b"]),
            ObservedWait(for: c, by: b, path: ["r", "b", "y", "c"]),
            ObservedWait(for: a, by: c, path: ["c", "a"]),
        ]
        #expect(waits.map(\.ends) == [[], [], ["circular x b y c"]])
        finish(a, b, c)
        #expect(waits.map(\.ends) == [["instance 7"], ["instance 7"], ["circular x b y c"]])
    }

    @Test func waitOfAnInnerBuildHoldsUpTheBuildAround() {
        let inner = Build("inner", for: Waiter(build: a))
        let first = ObservedWait(for: b, by: inner, path: ["a", "inner", "b"])
        #expect(ObservedWait(for: a, by: b, path: ["b", "a"]).ends == ["circular inner b"])
        #expect(ObservedWait(for: inner, by: b, path: ["b", "inner"]).ends == ["circular b"])
        #expect(first.ends == [])
    }

    @Test func waitsInARowAreNoCircle() {
        let waits = [ObservedWait(for: b, by: a), ObservedWait(for: c, by: b), ObservedWait(for: c, by: a)]
        #expect(waits.map(\.ends) == [[], [], []])
        finish(c)
        #expect(waits.map(\.ends) == [[], ["instance 7"], ["instance 7"]])
    }

    @Test func waitWithoutABuildClosesNoCircle() {
        let first = ObservedWait(for: b, by: a)
        let second = ObservedWait(for: a)
        #expect(first.ends == [] && second.ends == [])
        #expect(second.wasRegistered)
    }

    @Test func waitOfAFinishedBuildClosesNoCircle() {
        let first = ObservedWait(for: b, by: a)
        finish(b)
        let second = ObservedWait(for: a, by: b)
        #expect(second.ends == [])
        #expect(first.ends == ["instance 7"])
    }

    @Test func cancelledWaitClosesNoCircle() {
        let first = ObservedWait(for: b, by: a)
        #expect(first.cancel())
        #expect(ObservedWait(for: a, by: b).ends == [])
    }

    @Test func endedWaitClosesNoCircle() {
        let first = ObservedWait(for: b, by: a)
        #expect(ObservedWait(for: a, by: b).ends.count == 1)
        finish(b)
        let third = ObservedWait(for: a, by: c)
        #expect(first.ends == ["instance 7"] && third.ends == [])
    }

    // MARK: Running hooks

    @Test func waitThatClosesACircleGetsTheUnfinishedInstance() {
        WaitGraph.complete(a, ValueBox(1))
        let first = ObservedWait(for: b, by: a)
        let second = ObservedWait(for: a, by: b)
        #expect(second.ends == ["unfinished 1"])
        #expect(!second.wasRegistered)
        finish(b)
        #expect(first.ends == ["instance 7"])
    }

    @Test func waitInACircleGetsTheUnfinishedInstance() {
        WaitGraph.complete(a, ValueBox(1))
        let first = ObservedWait(for: a, by: b)
        #expect(first.ends == [])
        let second = ObservedWait(for: b, by: a)
        #expect(first.ends == ["unfinished 1"])
        #expect(second.ends == [] && second.wasRegistered)
        finish(b)
        #expect(second.ends == ["instance 7"])
    }

    @Test func waitInsideTheBuildGoesOnWhenItsInstanceIsBuilt() {
        let aside = ObservedWait(for: b, by: Waiter(build: a, isAside: true))
        let inner = Build("inner", for: Waiter(build: b))
        WaitGraph.complete(b, ValueBox(2))
        #expect(aside.ends == [])
        #expect(ObservedWait(for: b, by: inner).ends == ["unfinished 2"])
        finish(b)
        #expect(aside.ends == ["instance 7"])
    }

    @Test func unfinishedInstanceGoesToTheWaitThatSomethingDependsOn() {
        WaitGraph.complete(a, ValueBox(1))
        WaitGraph.complete(b, ValueBox(2))
        let first = ObservedWait(for: a, by: b)
        let last = ObservedWait(for: b, by: a, isFinal: true)
        #expect(first.ends == ["unfinished 1"])
        #expect(last.ends == [] && last.wasRegistered)
    }

    @Test func finalWaitsInACircleEndToo() {
        WaitGraph.complete(a, ValueBox(1))
        WaitGraph.complete(b, ValueBox(2))
        let first = ObservedWait(for: a, by: b, isFinal: true)
        let last = ObservedWait(for: b, by: a, isFinal: true)
        #expect(first.ends.count + last.ends.count == 1)
        finish(a, b)
        #expect(first.ends.count == 1 && last.ends.count == 1)
    }

    // MARK: Side tasks

    @Test func waitOfASideTaskFailsFirst() {
        let aside = ObservedWait(for: b, by: Waiter(build: a, isAside: true), path: ["a", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(aside.ends == ["circular a"])
        #expect(needed.ends == [] && needed.wasRegistered)
        finish(a)
        #expect(needed.ends == ["instance 7"])
    }

    @Test func waitOfASideTaskThatClosesACircleFails() {
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        let aside = ObservedWait(for: b, by: Waiter(build: a, isAside: true), path: ["a", "b"])
        #expect(aside.ends == ["circular a"])
        #expect(needed.ends == [])
    }

    @Test func waitInsideABuildOfASideTaskFailsFirst() {
        let side = Build("side", for: Waiter(build: a, isAside: true))
        let aside = ObservedWait(for: b, by: side, path: ["a", "side", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(aside.ends == ["circular a"])
        #expect(needed.ends == [])
    }

    @Test func buildOfASideTaskNeedsItsOwnWaits() {
        let side = Build("side", for: Waiter(build: a, isAside: true))
        let first = ObservedWait(for: b, by: side, path: ["a", "side", "b"])
        let second = ObservedWait(for: side, by: b, path: ["b", "side"])
        #expect(first.ends == [])
        #expect(second.ends == ["circular b"])
    }

    @Test func unfinishedInstanceIsPreferredToTheFailureOfASideTask() {
        WaitGraph.complete(a, ValueBox(1))
        let aside = ObservedWait(for: b, by: Waiter(build: a, isAside: true))
        let needed = ObservedWait(for: a, by: b)
        #expect(needed.ends == ["unfinished 1"])
        #expect(aside.ends == [])
    }

    // MARK: Several circles

    @Test func allCirclesAreBroken() {
        let sides = (0..<3).map { _ in ObservedWait(for: b, by: Waiter(build: a, isAside: true), path: ["a", "b"]) }
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(sides.map(\.ends) == Array(repeating: ["circular a"], count: 3))
        #expect(needed.ends == [] && needed.wasRegistered)
    }

    @Test func circlesOfDifferentWaysAreBroken() {
        let sides = [
            ObservedWait(for: b, by: Waiter(build: a, isAside: true), path: ["a", "b"]),
            ObservedWait(for: c, by: Waiter(build: a, isAside: true), path: ["a", "c"]),
        ]
        let between = ObservedWait(for: b, by: c, path: ["c", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(sides.allSatisfy { $0.ends.first?.hasPrefix("circular") == true })
        #expect(between.ends == [] && needed.ends == [])
        finish(a)
        #expect(needed.ends == ["instance 7"])
    }

    @Test func waitFailsIfOneOfItsCirclesCannotBeBrokenOtherwise() {
        let aside = ObservedWait(for: b, by: Waiter(build: a, isAside: true), path: ["a", "b"])
        let needed = ObservedWait(for: b, by: a, path: ["a", "b"])
        let last = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(last.ends == ["circular b"])
        #expect(needed.ends == [])
        #expect(aside.ends.count <= 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsThatBuildInACircleAllEnd() throws {
        for _ in 0..<50 {
            let builds = (0..<4).map { Build("\($0)") }
            let outcomes = try ThreadCrew.run(4) { number in
                let target = builds[(number + 1) % 4]
                let waiter = Waiter(build: builds[number])
                let outcome = WaitGraph.blockingWait(for: target, by: waiter, path: [target.service.key])
                WaitGraph.finish(builds[number], .success(ValueBox(number)))
                return outcome.text
            }
            #expect(outcomes.count { $0.hasPrefix("circular") } == 1)
            #expect(outcomes.count { $0.hasPrefix("instance") } == 3)
        }
    }
}
