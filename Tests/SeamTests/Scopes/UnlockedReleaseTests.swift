import Seam
import Testing

/// What is dropped is released at once, under no lock, by the thread that dropped it.
struct UnlockedReleaseTests {
    /// Ways to drop the kept instance of `Leaver`.
    enum Drop: CaseIterable, Sendable {
        case replace
        case reset
        case resetScope
        case unregister
        case removeAll
        case changeScope

        fileprivate func apply(to container: Container, _ registration: Registration<Parallel.Leaver>) {
            switch self {
            case .replace: container.register { Parallel.Leaver(container, left: Parallel.Tally()) }
            case .reset: container.reset()
            case .resetScope: container.reset(.cached)
            case .unregister: container.unregister(Parallel.Leaver.self)
            case .removeAll: container.removeAll()
            case .changeScope: registration.scope(.unique)
            }
        }
    }

    @Test(arguments: Drop.allCases) func instanceMayUseItsContainerWhenItIsDropped(by drop: Drop) async {
        let container = Container()
        let left = Parallel.Tally()
        let registration = container.register { Parallel.Leaver(container, left: left) }.scope(.cached)
        let leftBefore = await Parallel.result {
            _ = container.resolve(Parallel.Leaver.self)
            drop.apply(to: container, registration)
            return left.value
        }
        #expect(leftBefore == 1)
    }

    @Test(arguments: [Drop.replace, .reset, .unregister, .removeAll])
    func instanceOfTheContainerScopeMayUseItsContainerWhenItIsDropped(by drop: Drop) async {
        let container = Container()
        let left = Parallel.Tally()
        let registration = container.register { Parallel.Leaver(container, left: left) }.scope(.container)
        let leftBefore = await Parallel.result {
            _ = container.resolve(Parallel.Leaver.self)
            drop.apply(to: container, registration)
            return left.value
        }
        #expect(leftBefore == 1)
    }

    @Test func instanceOfAChildMayUseItsContainerWhenTheParentDropsTheRegistration() async {
        let parent = Container()
        let child = Container(parent: parent)
        let left = Parallel.Tally()
        parent.register { Parallel.Leaver(child, left: left) }.scope(.container)
        let leftBefore = await Parallel.result {
            _ = child.resolve(Parallel.Leaver.self)
            parent.unregister(Parallel.Leaver.self)
            return left.value
        }
        #expect(leftBefore == 1)
    }

    @Test func expiredInstanceMayUseItsContainerWhenItIsRebuilt() async {
        let container = Container()
        let left = Parallel.Tally()
        container.register { Parallel.Leaver(container, left: left) }.scope(.cached(for: .zero))
        let leftBefore = await Parallel.result {
            _ = container.resolve(Parallel.Leaver.self)
            _ = container.resolve(Parallel.Leaver.self)
            return left.value
        }
        #expect(leftBefore == 1)
    }

    @Test func instanceDroppedDuringItsBuildGoesToItsRequestAlone() async {
        let container = Container()
        let left = Parallel.Tally()
        container.register {
            container.reset()
            return Parallel.Leaver(container, left: left)
        }
        .scope(.singleton)
        let leftAfter = await Parallel.result {
            _ = container.resolve(Parallel.Leaver.self)
            return left.value
        }
        #expect(leftAfter == 1)
    }

    @Test func instanceIsReleasedOnTheThreadThatDropsIt() async {
        final class Witness: Sendable {
            let log: Parallel.Log
            init(log: Parallel.Log) { self.log = log }
            deinit { log.note("released") }
        }
        let container = Container()
        let log = Parallel.Log()
        container.register { Witness(log: log) }.scope(.singleton)
        _ = container.resolve(Witness.self)
        container.reset()
        log.note("reset returned")
        #expect(log.entries == ["released", "reset returned"])
    }

    @Test func valueMayUseItsContainerWhenItIsReplaced() async {
        let container = Container()
        let left = Parallel.Tally()
        container.register(value: Parallel.Leaver(container, left: left))
        let leftAfter = await Parallel.result {
            container.register { Parallel.Leaver(container, left: Parallel.Tally()) }
            return left.value
        }
        #expect(leftAfter == 1)
    }
}
