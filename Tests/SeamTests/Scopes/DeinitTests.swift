import Seam
import Testing

/// A `deinit` may use the container that drops the object: no lock is held while it runs.
struct DeinitTests {
    /// What an object does at its end.
    enum Deed: CaseIterable, CustomTestStringConvertible {
        case resolvesAnother
        case resolvesItsOwnKey
        case resets
        case registersAnother
        case registersItsOwnKey
        case unregisters
        case removesAll

        var testDescription: String { "\(self)" }

        func happen(in container: Container) {
            switch self {
            case .resolvesAnother: _ = container.optional(String.self)
            case .resolvesItsOwnKey: _ = container.optional(Farewell.self)
            case .resets: container.reset()
            case .registersAnother: container.register(Double.self) { 1 }
            case .registersItsOwnKey: container.register { Farewell {} }
            case .unregisters: container.unregister(Farewell.self)
            case .removesAll: container.removeAll()
            }
        }
    }

    private static let keeping: [Scope] = [
        .cached, .container, .singleton, .cached(for: .seconds(3_600)), Scope("shelf") { Shelf() },
    ]

    private static func makeContainer(_ scope: Scope, deed: Deed, done: Tally) -> Container {
        let container = Container()
        container.register(String.self) { "text" }.scope(.singleton)
        container.register { r in
            // One object with a deed is enough: what the deed itself builds shall end in peace.
            guard done.count == 0 else { return Farewell {} }
            return Farewell { [weak container = r.container] in
                guard let container, done.next() == 1 else { return }
                deed.happen(in: container)
            }
        }
        .scope(scope)
        _ = container.resolve(Farewell.self)
        return container
    }

    @Test(.timeLimit(.minutes(15)), arguments: keeping, Deed.allCases)
    func mayUseTheContainerThatResets(scope: Scope, deed: Deed) {
        let done = Tally()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        container.reset(scope)
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: keeping, Deed.allCases)
    func mayUseTheContainerThatReplaces(scope: Scope, deed: Deed) {
        let done = Tally()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        container.register { Farewell {} }.scope(.singleton)
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: keeping, Deed.allCases)
    func mayUseTheContainerThatUnregisters(scope: Scope, deed: Deed) {
        let done = Tally()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        #expect(container.unregister(Farewell.self))
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: keeping, Deed.allCases)
    func mayUseTheContainerThatRemovesEverything(scope: Scope, deed: Deed) {
        let done = Tally()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        container.removeAll()
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: Deed.allCases)
    func mayUseTheContainerWhenAFactoryIsReplaced(deed: Deed) {
        let container = Container()
        container.register(String.self) { "text" }
        let done = Tally()
        do {
            let captured = Farewell { [weak container] in
                guard let container, done.next() == 1 else { return }
                deed.happen(in: container)
            }
            container.register(Int.self) { withExtendedLifetime(captured) { 1 } }
        }
        container.register(Int.self) { 2 }
        #expect(done.count == 1)
        container.register(Int.self) { 3 }
        #expect(container.resolve(Int.self) == 3)
    }

    @Test(.timeLimit(.minutes(15)))
    func mayUseTheContainerWhenTooOld() {
        let container = Container()
        let clock = HandSetClock()
        let done = Tally()
        container.register { r in
            Farewell { [weak container = r.container] in
                guard done.next() == 1 else { return }
                container?.reset()
            }
        }
        .scope(.cached(for: .seconds(1), clock: clock))
        _ = container.resolve(Farewell.self)
        clock.advance(by: .seconds(1))
        _ = container.resolve(Farewell.self)
        #expect(done.count >= 1)
    }

    @Test func argumentsThatAreForgottenMayUseTheContainer() async {
        await #expect(processExitsWith: .success) {
            final class Argument: Hashable, Sendable {
                let container: Container
                init(_ container: Container) { self.container = container }
                deinit { _ = container.resolve(Farewell.self, arguments: 1) }
                static func == (left: Argument, right: Argument) -> Bool { left === right }
                func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            }
            let container = Container()
            container.register { (_: Resolver, _: Int) in Farewell {} }
            container.register { (r: Resolver, _: Argument) in Farewell {} }.scope(.shared)
            for _ in 0..<1_000 { _ = container.resolve(Farewell.self, arguments: Argument(container)) }
        }
    }

    @Test func argumentsThatAreForgottenMayAskForTheSameService() async {
        await #expect(processExitsWith: .success) {
            final class Argument: Hashable, Sendable {
                let container: Container
                let isLast: Bool
                init(_ container: Container, isLast: Bool) { (self.container, self.isLast) = (container, isLast) }
                deinit {
                    guard !isLast else { return }
                    _ = container.resolve(Farewell.self, arguments: Argument(container, isLast: true))
                }
                static func == (left: Argument, right: Argument) -> Bool { left === right }
                func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            }
            let container = Container()
            container.register { (_: Resolver, _: Argument) in Farewell {} }.scope(.shared)
            for _ in 0..<1_000 {
                _ = container.resolve(Farewell.self, arguments: Argument(container, isLast: false))
            }
        }
    }
}
