import TestKit
import Seam
import Testing

/// An instance whose registration was replaced or reset during its build goes to who asked for it and is not kept.
struct DroppedDuringBuildTests {
    private final class Report: Sendable {}

    /// What happens while the instance is being built.
    enum Event: CaseIterable, CustomTestStringConvertible {
        case reset
        case resetOfItsScope
        case replacement
        case unregistration
        case removal

        var testDescription: String { "\(self)" }

        func happen(in container: Container, scope: Scope) {
            switch self {
            case .reset: container.reset()
            case .resetOfItsScope: container.reset(scope)
            case .replacement: container.register { Report() }.scope(scope)
            case .unregistration: container.unregister(Report.self)
            case .removal: container.removeAll()
            }
        }
    }

    static let keeping: [Scope] = [
        .cached, .cached("named"), .shared, .container, .singleton, .cached(for: .seconds(3_600)),
        Scope("shelf") { StrongStorage() },
    ]

    @Test(arguments: keeping, Event.allCases)
    func droppedInstanceIsReturnedToItsRequestAndNotKept(scope: Scope, event: Event) {
        let container = Container()
        let dead = Counter()
        container.register(DeinitAction.self) { r in
            switch event {
            case .replacement: r.container.register { DeinitAction {} }.scope(scope)
            case .unregistration: r.container.unregister(DeinitAction.self)
            default: event.happen(in: r.container, scope: scope)
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

    @Test(arguments: keeping)
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

    @Test(arguments: keeping)
    func dropDuringAHookCountsToo(scope: Scope) {
        let container = Container()
        container.register { Report() }.scope(scope).onCreate { _, r in r.container.reset(scope) }
        let first = container.resolve(Report.self)
        let second = container.resolve(Report.self)
        #expect(first !== second)
    }

    @Test(.timeLimit(.minutes(15)), arguments: keeping, Event.allCases)
    func everyWaiterGetsTheDroppedInstance(scope: Scope, event: Event) throws {
        let container = Container()
        let isBuilding = Gate()
        let mayFinish = Gate()
        let report = Report()
        container.register { () -> Report in
            isBuilding.open()
            mayFinish.wait()
            return report
        }
        .scope(scope)
        let asking = WorkerThread { container.resolve(Report.self) }
        isBuilding.wait()
        event.happen(in: container, scope: scope)
        mayFinish.open()
        #expect(try asking.value() === report)
    }

    @Test(.timeLimit(.minutes(15)), arguments: keeping)
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
