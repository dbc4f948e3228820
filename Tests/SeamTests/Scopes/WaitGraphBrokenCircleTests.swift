import TestKit
import Testing

@testable import Seam

/// Circles of waits that can be broken elsewhere than at the wait that closes them: a running hook offers its
/// unfinished instance, and the waits of side tasks fail first.
struct WaitGraphBrokenCircleTests {
    private let a = Build("a")
    private let b = Build("b")
    private let c = Build("c")

    private func finish(_ builds: Build...) {
        for build in builds { WaitGraph.finish(build, .instance(ValueBox(7))) }
    }

    // MARK: Running hooks

    @Test func waitThatClosesACircleGetsTheUnfinishedInstance() {
        WaitGraph.offerUnfinished(ValueBox(1), of: a)
        let first = ObservedWait(for: b, by: a)
        let second = ObservedWait(for: a, by: b)
        #expect(second.ends == ["unfinished 1"])
        #expect(!second.wasRegistered)
        finish(b)
        #expect(first.ends == ["instance 7"])
    }

    @Test func waitInACircleGetsTheUnfinishedInstance() {
        WaitGraph.offerUnfinished(ValueBox(1), of: a)
        let first = ObservedWait(for: a, by: b)
        #expect(first.ends == [])
        let second = ObservedWait(for: b, by: a)
        #expect(first.ends == ["unfinished 1"])
        #expect(second.ends == [] && second.wasRegistered)
        finish(b)
        #expect(second.ends == ["instance 7"])
    }

    @Test func waitInsideTheBuildContinuesWhenItsInstanceIsBuilt() {
        let aside = ObservedWait(for: b, by: Waiter(build: a, mayBeLeftBehind: true))
        let inner = Build("inner", for: Waiter(build: b))
        WaitGraph.offerUnfinished(ValueBox(2), of: b)
        #expect(aside.ends == [])
        #expect(ObservedWait(for: b, by: inner).ends == ["unfinished 2"])
        finish(b)
        #expect(aside.ends == ["instance 7"])
    }

    @Test func unfinishedInstanceEndsTheWaitThatAnotherWaitDependsOn() {
        WaitGraph.offerUnfinished(ValueBox(1), of: a)
        WaitGraph.offerUnfinished(ValueBox(2), of: b)
        let first = ObservedWait(for: a, by: b)
        WaitGraph.notePrerequisite(b, of: Waiter(build: a))
        #expect(WaitGraph.unfinishedPrerequisites(of: a, instance: ValueBox(1)).count == 1)
        let last = ObservedWait(for: b, by: a)
        #expect(first.ends == ["unfinished 1"])
        #expect(last.ends == [] && last.wasRegistered)
    }

    @Test func waitsOfDelayedBuildsInACircleEndToo() {
        let builds = [a, b, c]
        for build in builds { WaitGraph.offerUnfinished(ValueBox(1), of: build) }
        for (build, prerequisite) in zip(builds, [b, c, a]) {
            WaitGraph.notePrerequisite(prerequisite, of: Waiter(build: build))
        }
        let ended = Box<[String]>([])
        for build in builds {
            let prerequisites = WaitGraph.unfinishedPrerequisites(of: build, instance: ValueBox(1))
            #expect(prerequisites.count == 1)
            WaitGraph.whenFinished(prerequisites[...], by: build) {
                ended.withLock { $0.append(build.service.key.description) }
            }
        }
        #expect(ended.withLock { $0.count } == 1)
        finish(a, b, c)
        #expect(ended.withLock { Set($0).count == 3 && $0.count == 3 })
    }

    // MARK: Side tasks

    @Test func waitOfASideTaskFailsFirst() {
        let aside = ObservedWait(for: b, by: Waiter(build: a, mayBeLeftBehind: true), path: ["a", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(aside.ends == ["circular a"])
        #expect(needed.ends == [] && needed.wasRegistered)
        finish(a)
        #expect(needed.ends == ["instance 7"])
    }

    @Test func waitOfASideTaskThatClosesACircleFails() {
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        let aside = ObservedWait(for: b, by: Waiter(build: a, mayBeLeftBehind: true), path: ["a", "b"])
        #expect(aside.ends == ["circular a"])
        #expect(needed.ends == [])
    }

    @Test func waitInsideABuildOfASideTaskFailsFirst() {
        let side = Build("side", for: Waiter(build: a, mayBeLeftBehind: true))
        let aside = ObservedWait(for: b, by: side, path: ["a", "side", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(aside.ends == ["circular a"])
        #expect(needed.ends == [])
    }

    @Test func buildOfASideTaskNeedsItsOwnWaits() {
        let side = Build("side", for: Waiter(build: a, mayBeLeftBehind: true))
        let first = ObservedWait(for: b, by: side, path: ["a", "side", "b"])
        let second = ObservedWait(for: side, by: b, path: ["b", "side"])
        #expect(first.ends == [])
        #expect(second.ends == ["circular b"])
    }

    @Test func unfinishedInstanceIsPreferredToTheFailureOfASideTask() {
        WaitGraph.offerUnfinished(ValueBox(1), of: a)
        let aside = ObservedWait(for: b, by: Waiter(build: a, mayBeLeftBehind: true))
        let needed = ObservedWait(for: a, by: b)
        #expect(needed.ends == ["unfinished 1"])
        #expect(aside.ends == [])
    }

    // MARK: Several circles

    @Test func allCirclesAreBroken() {
        let waiter = Waiter(build: a, mayBeLeftBehind: true)
        let sides = (0..<3).map { _ in ObservedWait(for: b, by: waiter, path: ["a", "b"]) }
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(sides.map(\.ends) == Array(repeating: ["circular a"], count: 3))
        #expect(needed.ends == [] && needed.wasRegistered)
    }

    @Test func circlesOfDifferentWaysAreBroken() {
        let sides = [
            ObservedWait(for: b, by: Waiter(build: a, mayBeLeftBehind: true), path: ["a", "b"]),
            ObservedWait(for: c, by: Waiter(build: a, mayBeLeftBehind: true), path: ["a", "c"]),
        ]
        let between = ObservedWait(for: b, by: c, path: ["c", "b"])
        let needed = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(sides.allSatisfy { $0.ends.first?.hasPrefix("circular") == true })
        #expect(between.ends == [] && needed.ends == [])
        finish(a)
        #expect(needed.ends == ["instance 7"])
    }

    @Test func waitFailsIfOneOfItsCirclesCannotBeBrokenOtherwise() {
        let aside = ObservedWait(for: b, by: Waiter(build: a, mayBeLeftBehind: true), path: ["a", "b"])
        let needed = ObservedWait(for: b, by: a, path: ["a", "b"])
        let last = ObservedWait(for: a, by: b, path: ["b", "a"])
        #expect(last.ends == ["circular b"])
        #expect(needed.ends == [])
        #expect(aside.ends.count <= 1)
    }
}
