import Seam
import TestKit
import Testing

/// Dropped instances are released at once, on the thread that dropped them.
struct ReleaseTests {
    @Test(arguments: [Scope].keeping, Drop.allCases)
    func droppedInstanceIsReleasedAtOnceOnTheThreadThatDropsIt(scope: Scope, drop: Drop) throws {
        let container = Container()
        let threads = Journal<UInt>()
        container.register { DeinitAction { threads.note(CurrentThread.id) } }.scope(scope)
        try WorkerThread { _ = container.resolve(DeinitAction.self) }.value()
        #expect(threads.entries.isEmpty)
        let burials = try WorkerThread {
            drop.drop(DeinitAction.self, in: container, scope: scope) { container.register { DeinitAction {} } }
            return (threads.entries, CurrentThread.id)
        }
        .value()
        #expect(burials.0 == [burials.1])
    }

    @Test(arguments: [Drop.replacement, .unregistration, .removal])
    func capturesOfAReplacedFactoryAreReleasedToo(drop: Drop) throws {
        let container = Container()
        let dead = Counter()
        do {
            let captured = DeinitAction { dead.increment() }
            container.register(DeinitAction.self) { captured }
        }
        #expect(dead.count == 0)
        drop.drop(DeinitAction.self, in: container, scope: .unique) { container.register { DeinitAction {} } }
        #expect(dead.count == 1)
    }

    @Test func endOfAContainerReleasesItsInstances() {
        let dead = Counter()
        do {
            let container = Container()
            for scope in [Scope].keeping {
                container.register(name: ServiceName(scope.description)) { DeinitAction { dead.increment() } }
                    .scope(scope)
                _ = container.resolve(DeinitAction.self, name: ServiceName(scope.description))
            }
            #expect(dead.count == 0)
        }
        #expect(dead.count == [Scope].keeping.count)
    }

    @Test func replacedFactoryIsReleasedByItsOwnReturn() {
        let container = Container()
        let dead = Counter()
        do {
            let captured = DeinitAction { dead.increment() }
            container.register(Int.self) { r in
                r.container.register(Int.self) { 2 }
                return withExtendedLifetime(captured) { dead.count }
            }
        }
        #expect(container.resolve(Int.self) == 0)
        #expect(dead.count == 1)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func replacedFactoryOfAKeptServiceIsReleasedByItsOwnReturn() {
        let container = Container()
        let dead = Counter()
        do {
            let captured = DeinitAction { dead.increment() }
            container.register(Int.self) { r in
                r.container.unregister(Int.self)
                return withExtendedLifetime(captured) { dead.count }
            }
            .scope(.singleton)
        }
        #expect(container.resolve(Int.self) == 0)
        #expect(dead.count == 1)
    }
}
