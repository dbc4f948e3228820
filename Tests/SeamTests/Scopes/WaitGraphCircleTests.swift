import TestKit
import Testing

@testable import Seam

/// Circles of waits that end with an error: the wait that closes the circle fails.
struct WaitGraphCircleTests {
    private let a = Build("a")
    private let b = Build("b")
    private let c = Build("c")

    private func finish(_ builds: Build...) {
        for build in builds { WaitGraph.finish(build, .instance(ValueBox(7))) }
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

    @Test func circleOfThreeHasTheWholePath() {
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

    // MARK: Builds in tasks of their own

    @Test func waitOfABuildInATaskHoldsUpOnlyThoseThatWaitForTheBuild() {
        let inner = Build("inner", for: Waiter(build: a), isOfTask: true)
        let first = ObservedWait(for: b, by: inner, path: ["inner", "b"])
        let second = ObservedWait(for: inner, by: a, path: ["a", "inner"])
        #expect(ObservedWait(for: a, by: b, path: ["b", "a"]).ends == ["circular inner b"])
        #expect(second.cancel())
        let third = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(first.ends == [] && third.ends == [] && third.wasRegistered)
        finish(a, b, inner)
    }

    @Test func buildThatIsPublishedByAThreadHoldsUpTheBuildOfTheThread() {
        let inner = Build("inner", for: Waiter(build: a), isOfTask: true)
        WaitGraph.join(inner, to: Waiter(build: c))
        let first = ObservedWait(for: b, by: inner, path: ["c", "inner", "b"])
        #expect(ObservedWait(for: c, by: b, path: ["b", "c"]).ends == ["circular inner b"])
        #expect(first.ends == [])
        finish(b)
    }

    @Test func waitOfASideTaskForABuildInATaskFailsFirst() {
        let side = Build("side", for: Waiter(build: a, mayBeLeftBehind: true), isOfTask: true)
        let aside = ObservedWait(for: side, by: Waiter(build: a, mayBeLeftBehind: true), path: ["a", "side"])
        let first = ObservedWait(for: b, by: side, path: ["side", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(aside.ends == ["circular b a"])
        #expect(first.ends == [] && needed.ends == [] && needed.wasRegistered)
        finish(a, b)
    }

    @Test func nestedBuildsInTasksAreHeldUpByOneWaitEach() {
        var builds = [Build("0")]
        for number in 1...1000 {
            let inner = Build("\(number)", for: Waiter(build: builds.last), isOfTask: true)
            _ = ObservedWait(for: inner, by: builds[number - 1])
            builds.append(inner)
        }
        #expect(builds.dropLast().allSatisfy { $0.obstacles.count == 1 })
        for build in builds.reversed() { finish(build) }
    }

    // MARK: Many waits

    /// Takes hours if each wait follows the whole chain.
    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func chainOfWaitsGrowsAtEitherEnd(isReversed: Bool) {
        let builds = (0..<100_000).map { Build("\($0)") }
        let pairs = zip(builds.dropFirst(), builds)
        let (waiters, targets) = (pairs.map(\.0), pairs.map(\.1))
        let order = isReversed ? Array(waiters.indices.reversed()) : Array(waiters.indices)
        let waits = order.map { ObservedWait(for: targets[$0], by: waiters[$0]) }
        #expect(waits.allSatisfy { $0.wasRegistered })
        #expect(ObservedWait(for: builds[builds.count - 1], by: builds[0]).ends.count == 1)
        for build in builds { finish(build) }
        #expect(waits.allSatisfy { $0.ends == ["instance 7"] })
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsThatBuildInACircleAllEnd() throws {
        for _ in 0..<50 {
            let builds = (0..<4).map { Build("\($0)") }
            let outcomes = try ThreadGroup.run(4) { number in
                let target = builds[(number + 1) % 4]
                let waiter = Waiter(build: builds[number])
                let outcome = WaitGraph.blockingWait(for: target, by: waiter, path: [target.service.key])
                WaitGraph.finish(builds[number], .instance(ValueBox(number)))
                return outcome.text
            }
            #expect(outcomes.count { $0.hasPrefix("circular") } == 1)
            #expect(outcomes.count { $0.hasPrefix("instance") } == 3)
        }
    }
}
