import TestKit
import Seam
import Testing

/// What is dropped is released at once, on the thread that dropped it.
struct ReleaseTests {
    private static let keeping: [Scope] = [
        .cached, .cached("named"), .container, .singleton, .cached(for: .seconds(3_600)),
        Scope("shelf") { StrongStorage() },
    ]

    /// What drops an instance.
    enum Drop: CaseIterable, CustomTestStringConvertible {
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
            case .replacement: container.register { DeinitAction {} }
            case .unregistration: container.unregister(DeinitAction.self)
            case .removal: container.removeAll()
            }
        }
    }

    /// The threads on which an object has ended.
    private final class Graveyard: Sendable {
        private let threads = Box<[UInt]>([])
        var burials: [UInt] { threads.withLock { $0 } }
        func note() { threads.withLock { $0.append(CurrentThread.id) } }
    }

    @Test(arguments: keeping, Drop.allCases)
    func droppedInstanceIsReleasedAtOnceOnTheThreadThatDropsIt(scope: Scope, drop: Drop) throws {
        let container = Container()
        let graveyard = Graveyard()
        container.register { DeinitAction { graveyard.note() } }.scope(scope)
        try WorkerThread { _ = container.resolve(DeinitAction.self) }.value()
        #expect(graveyard.burials.isEmpty)
        let burials = try WorkerThread {
            drop.happen(in: container, scope: scope)
            return (graveyard.burials, CurrentThread.id)
        }
        .value()
        #expect(burials.0 == [burials.1])
    }

    @Test(arguments: Drop.allCases)
    func capturesOfAReplacedFactoryAreReleasedToo(drop: Drop) throws {
        guard drop != .reset, drop != .resetOfItsScope else { return }
        let container = Container()
        let dead = Counter()
        do {
            let captured = DeinitAction { dead.increment() }
            container.register(DeinitAction.self) { captured }
        }
        #expect(dead.count == 0)
        drop.happen(in: container, scope: .unique)
        #expect(dead.count == 1)
    }

    @Test func endOfAContainerReleasesItsInstances() {
        let dead = Counter()
        do {
            let container = Container()
            for scope in Self.keeping {
                container.register(name: ServiceName(scope.description)) { DeinitAction { dead.increment() } }
                    .scope(scope)
                _ = container.resolve(DeinitAction.self, name: ServiceName(scope.description))
            }
            #expect(dead.count == 0)
        }
        #expect(dead.count == Self.keeping.count)
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

    @Test func valueRegistrationIsReleasedWhenItIsReplaced() {
        let container = Container()
        let dead = Counter()
        container.register(value: DeinitAction { dead.increment() })
        _ = container.resolve(DeinitAction.self)
        #expect(dead.count == 0)
        container.register(value: DeinitAction {})
        #expect(dead.count == 1)
    }
}
