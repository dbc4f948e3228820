import Seam
import Testing

/// What is dropped is released at once, on the thread that dropped it.
struct ReleaseTests {
    private static let keeping: [Scope] = [
        .cached, .cached("named"), .container, .singleton, .cached(for: .seconds(3_600)), Scope("shelf") { Shelf() },
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
            case .replacement: container.register { Farewell {} }
            case .unregistration: container.unregister(Farewell.self)
            case .removal: container.removeAll()
            }
        }
    }

    /// The threads on which an object has ended.
    private final class Graveyard: Sendable {
        private let threads = Guarded<[UInt]>([])
        var burials: [UInt] { threads.withLock { $0 } }
        func note() { threads.withLock { $0.append(currentThreadNumber) } }
    }

    @Test(arguments: keeping, Drop.allCases)
    func happensAtOnceOnTheThreadThatDrops(scope: Scope, drop: Drop) throws {
        let container = Container()
        let graveyard = Graveyard()
        container.register { Farewell { graveyard.note() } }.scope(scope)
        try WorkerThread { _ = container.resolve(Farewell.self) }.value()
        #expect(graveyard.burials.isEmpty)
        let burials = try WorkerThread {
            drop.happen(in: container, scope: scope)
            return (graveyard.burials, currentThreadNumber)
        }
        .value()
        #expect(burials.0 == [burials.1])
    }

    @Test(arguments: Drop.allCases)
    func capturesOfAReplacedFactoryAreReleasedToo(drop: Drop) throws {
        guard drop != .reset, drop != .resetOfItsScope else { return }
        let container = Container()
        let dead = Tally()
        do {
            let captured = Farewell { dead.next() }
            container.register(Farewell.self) { captured }
        }
        #expect(dead.count == 0)
        drop.happen(in: container, scope: .unique)
        #expect(dead.count == 1)
    }

    @Test func endOfAContainerReleasesWhatItKeeps() {
        let dead = Tally()
        do {
            let container = Container()
            for scope in Self.keeping {
                container.register(name: ServiceName(scope.description)) { Farewell { dead.next() } }.scope(scope)
                _ = container.resolve(Farewell.self, name: ServiceName(scope.description))
            }
            #expect(dead.count == 0)
        }
        #expect(dead.count == Self.keeping.count)
    }

    @Test func replacedFactoryIsReleasedByItsOwnReturn() {
        let container = Container()
        let dead = Tally()
        do {
            let captured = Farewell { dead.next() }
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
        let dead = Tally()
        do {
            let captured = Farewell { dead.next() }
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
        let dead = Tally()
        container.register(value: Farewell { dead.next() })
        _ = container.resolve(Farewell.self)
        #expect(dead.count == 0)
        container.register(value: Farewell {})
        #expect(dead.count == 1)
    }
}
