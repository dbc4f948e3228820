import Seam
import TestKit
import Testing

/// Dropped instances are released at once and under no lock: they may use their container.
struct UnlockedReleaseTests {
    /// A custom storage is emptied before its reset ends; what the instance builds in the meantime is not kept.
    @Test(arguments: [Scope].keeping.filter { $0 != .shelf }, Drop.allCases)
    func instanceMayUseItsContainerWhenItIsDropped(scope: Scope, by drop: Drop) async {
        let container = Container()
        let left = Counter()
        container.register { Exercise.AtDeinit(container, left: left) }.scope(scope)
        let leftBefore = await Deadline.result {
            _ = container.resolve(Exercise.AtDeinit.self)
            drop.drop(Exercise.AtDeinit.self, in: container, scope: scope) {
                container.register { Exercise.AtDeinit(container, left: Counter()) }
            }
            return left.count
        }
        #expect(leftBefore == 1)
    }

    @Test(arguments: [Scope].keeping)
    func instanceMayUseItsContainerWhenItsRegistrationChangesTheScope(scope: Scope) async {
        let container = Container()
        let left = Counter()
        let registration = container.register { Exercise.AtDeinit(container, left: left) }.scope(scope)
        let leftBefore = await Deadline.result {
            _ = container.resolve(Exercise.AtDeinit.self)
            registration.scope(.unique)
            return left.count
        }
        #expect(leftBefore == 1)
    }

    @Test func instanceOfAChildMayUseItsContainerWhenTheParentDropsTheRegistration() async {
        let parent = Container()
        let child = Container(parent: parent)
        let left = Counter()
        parent.register { Exercise.AtDeinit(child, left: left) }.scope(.container)
        let leftBefore = await Deadline.result {
            _ = child.resolve(Exercise.AtDeinit.self)
            parent.unregister(Exercise.AtDeinit.self)
            return left.count
        }
        #expect(leftBefore == 1)
    }

    @Test func expiredInstanceMayUseItsContainerWhenItIsRebuilt() async {
        let container = Container()
        let left = Counter()
        container.register { Exercise.AtDeinit(container, left: left) }.scope(.cached(for: .zero))
        let leftBefore = await Deadline.result {
            _ = container.resolve(Exercise.AtDeinit.self)
            _ = container.resolve(Exercise.AtDeinit.self)
            return left.count
        }
        #expect(leftBefore == 1)
    }

    @Test func instanceDroppedDuringItsBuildIsReturnedToItsRequestAlone() async {
        let container = Container()
        let left = Counter()
        container.register {
            container.reset()
            return Exercise.AtDeinit(container, left: left)
        }
        .scope(.singleton)
        let leftAfter = await Deadline.result {
            _ = container.resolve(Exercise.AtDeinit.self)
            return left.count
        }
        #expect(leftAfter == 1)
    }

    @Test func valueMayUseItsContainerWhenItIsReplaced() async {
        let container = Container()
        let left = Counter()
        container.register(value: Exercise.AtDeinit(container, left: left))
        let leftAfter = await Deadline.result {
            container.register { Exercise.AtDeinit(container, left: Counter()) }
            return left.count
        }
        #expect(leftAfter == 1)
    }

    /// The container holds a former scope until the next build, and with it what the closure of the scope has captured.
    @Test(arguments: [false, true])
    func objectOfAFormerScopeMayAskForTheService(isHooked: Bool) async {
        let (container, asked) = (Container(), Counter())
        let registration = container.register { Fixtures.Live() }
        if isHooked { registration.onCreate { _, _ in } }
        func setScope() {
            let object = DeinitAction {
                _ = try? container.tryResolve(Fixtures.Live.self)
                asked.increment()
            }
            registration.scope(Scope("former") { withExtendedLifetime(object) { StrongStorage() } })
        }
        setScope()
        let askedBefore = await Deadline.result {
            _ = container.resolve(Fixtures.Live.self)
            registration.scope(.singleton)
            _ = container.resolve(Fixtures.Live.self)
            return asked.count
        }
        #expect(askedBefore == 1)
    }
}
