import Seam
import TestKit
import Testing

/// No thread waits for the build of another key.
struct IndependenceStressTests {
    private final class Service: Sendable {}

    /// The place in which the build of a slow service blocks.
    enum Place: CaseIterable {
        case factory
        case decorator
        case containerDecorator
        case hook
    }

    /// The work of another thread meanwhile.
    enum Deed: CaseIterable {
        case resolvesASingleton
        case resolvesAUnique
        case resolvesOtherArguments
        case resolvesInAChild
        case registers
        case unregisters
        case decorates
        case resets
        case copies
        case collects

        func happen(in container: Container) {
            switch self {
            case .resolvesASingleton: _ = container.resolve(String.self)
            case .resolvesAUnique: _ = container.resolve(Int.self)
            case .resolvesOtherArguments: _ = container.resolve(Service.self, arguments: 2)
            case .resolvesInAChild: _ = Container(parent: container).resolve(String.self)
            case .registers: container.register(Double.self) { 1 }
            case .unregisters: container.unregister(Int.self)
            case .decorates: container.decorate(Int.self) { number, _ in number + 1 }
            case .resets: container.reset(.cached)
            case .copies: _ = Container(copying: container).resolve(String.self)
            case .collects: _ = container.all(String.self)
            }
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: Place.allCases, Deed.allCases)
    func slowServiceDelaysNoOtherThread(place: Place, deed: Deed) throws {
        let container = Container()
        let isSlow = Gate()
        let mayGoOn = Gate()
        @Sendable func standStill(_ argument: Int, at here: Place) {
            guard argument == 1, here == place else { return }
            isSlow.open()
            mayGoOn.wait()
        }
        container.register(String.self) { "fast" }.scope(.singleton)
        container.register(Int.self) { 1 }
        container.register(Service.self) { (_: Resolver, argument: Int) in
            standStill(argument, at: .factory)
            return Service()
        }
        .scope(.singleton)
        container.register(Service.self, name: "slow") { (_: Resolver) in
            standStill(1, at: .factory)
            return Service()
        }
        .scope(.singleton)
        .decorate { service, _ in
            standStill(1, at: .decorator)
            return service
        }
        .onCreate { _, _ in standStill(1, at: .hook) }
        container.decorate(Service.self, name: "slow") { service, _ in
            standStill(1, at: .containerDecorator)
            return service
        }
        let slow = WorkerThread { container.resolve(Service.self, name: "slow") }
        #expect(isSlow.wait())
        let fast = WorkerThread { deed.happen(in: container) }
        try fast.value()
        mayGoOn.open()
        #expect(try slow.value() === container.resolve(Service.self, name: "slow"))
    }
}
