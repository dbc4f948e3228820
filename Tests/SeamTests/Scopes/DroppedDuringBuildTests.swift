import TestKit
import Testing

@testable import Seam

/// An instance whose registration was replaced or reset during its build is returned to its request and not kept.
struct DroppedDuringBuildTests {
    private final class Report: Sendable {}

    @Test(arguments: [Scope].keepingOrShared, Drop.allCases)
    func droppedInstanceIsReturnedToItsRequestAndNotKept(scope: Scope, drop: Drop) {
        let container = Container()
        let dead = Counter()
        container.register(DeinitAction.self) { r in
            drop.drop(DeinitAction.self, in: r.container, scope: scope) {
                r.container.register { DeinitAction {} }.scope(scope)
            }
            return DeinitAction { dead.increment() }
        }
        .scope(scope)
        do {
            let asked = container.resolve(DeinitAction.self)
            #expect(dead.count == 0)
            withExtendedLifetime(asked) {}
        }
        #expect(dead.count == 1)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func nextRequestGetsTheReplacement(scope: Scope) {
        let container = Container()
        let replacement = Report()
        container.register(Report.self) { r in
            r.container.register { replacement }.scope(scope)
            return Report()
        }
        .scope(scope)
        #expect(container.resolve(Report.self) !== replacement)
        #expect(container.resolve(Report.self) === replacement)
    }

    @Test(arguments: [Scope].keepingOrShared)
    func dropDuringAHookCountsToo(scope: Scope) {
        let container = Container()
        container.register { Report() }.scope(scope).onCreate { _, r in r.container.reset(scope) }
        let first = container.resolve(Report.self)
        let second = container.resolve(Report.self)
        #expect(first !== second)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared, Drop.allCases)
    func everyWaiterGetsTheDroppedInstance(scope: Scope, drop: Drop) async throws {
        let container = Container()
        let build = Box<Build?>()
        let (isBuilding, mayFinish, builds) = (Gate(), Gate(), Counter())
        let report = Report()
        container.register { () -> Report in
            builds.increment()
            build.value = Build.current
            isBuilding.open()
            mayFinish.wait()
            return report
        }
        .scope(scope)
        async let first = Deadline.valueOnThread { container.resolve(Report.self) }
        await isBuilding.pass()
        async let thread = Deadline.valueOnThread { container.resolve(Report.self) }
        async let task = container.resolveAsync(Report.self)
        #expect(await Deadline.result(onThread: { build.value?.isAwaited(by: 2) }) == true)
        drop.drop(Report.self, in: container, scope: scope) { container.register { Report() }.scope(scope) }
        mayFinish.open()
        #expect(try await first === report)
        #expect(try await thread === report)
        #expect(try await task === report)
        #expect(builds.count == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func successorIsBuiltWithoutWaitingAndIsKept(scope: Scope) throws {
        let container = Container()
        let isBuilding = Gate()
        let mayFinish = Gate()
        let tally = Counter()
        container.register { () -> Report in
            if tally.increment() == 1 {
                isBuilding.open()
                mayFinish.wait()
            }
            return Report()
        }
        .scope(scope)
        let asking = WorkerThread { container.resolve(Report.self) }
        isBuilding.wait()
        container.reset(scope)
        let successor = container.resolve(Report.self)
        #expect(container.resolve(Report.self) === successor)
        mayFinish.open()
        #expect(try asking.value() !== successor)
        #expect(container.resolve(Report.self) === successor)
        #expect(tally.count == 2)
    }
}
