import Seam
import TestKit
import Testing

/// A `deinit` may use the container that drops the object: no lock is held while it runs.
struct DeinitTests {
    /// The action of an object in its `deinit`.
    enum Deed: CaseIterable {
        case resolvesAnother
        case resolvesItsOwnKey
        case resets
        case registersAnother
        case registersItsOwnKey
        case unregisters
        case removesAll

        func happen(in container: Container) {
            switch self {
            case .resolvesAnother: _ = container.optional(String.self)
            case .resolvesItsOwnKey: _ = container.optional(DeinitAction.self)
            case .resets: container.reset()
            case .registersAnother: container.register(Double.self) { 1 }
            case .registersItsOwnKey: container.register { DeinitAction {} }
            case .unregisters: container.unregister(DeinitAction.self)
            case .removesAll: container.removeAll()
            }
        }
    }

    private static func makeContainer(_ scope: Scope, deed: Deed, done: Counter) -> Container {
        let container = Container()
        container.register(String.self) { "text" }.scope(.singleton)
        container.register { r in
            // Only one object acts: the objects that its action builds are released without an action.
            guard done.count == 0 else { return DeinitAction {} }
            return DeinitAction { [weak container = r.container] in
                guard let container, done.increment() == 1 else { return }
                deed.happen(in: container)
            }
        }
        .scope(scope)
        _ = container.resolve(DeinitAction.self)
        return container
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping, Deed.allCases)
    func deinitMayUseTheContainerThatResets(scope: Scope, deed: Deed) {
        let done = Counter()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        container.reset(scope)
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping, Deed.allCases)
    func deinitMayUseTheContainerThatReplaces(scope: Scope, deed: Deed) {
        let done = Counter()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        container.register { DeinitAction {} }.scope(.singleton)
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping, Deed.allCases)
    func deinitMayUseTheContainerThatUnregisters(scope: Scope, deed: Deed) {
        let done = Counter()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        #expect(container.unregister(DeinitAction.self))
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping, Deed.allCases)
    func deinitMayUseTheContainerThatRemovesEverything(scope: Scope, deed: Deed) {
        let done = Counter()
        let container = Self.makeContainer(scope, deed: deed, done: done)
        container.removeAll()
        #expect(done.count == 1)
        container.register(Int.self) { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)), arguments: Deed.allCases)
    func deinitOfACapturedObjectMayUseTheContainerWhenItsFactoryIsReplaced(deed: Deed) {
        let container = Container()
        container.register(String.self) { "text" }
        let done = Counter()
        do {
            let captured = DeinitAction { [weak container] in
                guard let container, done.increment() == 1 else { return }
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
    func deinitOfAnExpiredInstanceMayUseTheContainer() {
        let container = Container()
        let clock = ManualClock()
        let done = Counter()
        container.register { r in
            DeinitAction { [weak container = r.container] in
                guard done.increment() == 1 else { return }
                container?.reset()
            }
        }
        .scope(.cached(for: .seconds(1), clock: clock))
        _ = container.resolve(DeinitAction.self)
        clock.advance(by: .seconds(1))
        _ = container.resolve(DeinitAction.self)
        #expect(done.count >= 1)
    }

    @Test func deinitOfAnArgumentMayUseTheContainer() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            final class Argument: Hashable, Sendable {
                let container: Container
                init(_ container: Container) { self.container = container }
                deinit { _ = container.resolve(DeinitAction.self, arguments: 1) }
                static func == (left: Argument, right: Argument) -> Bool { left === right }
                func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            }
            let container = Container()
            container.register { (_: Resolver, _: Int) in DeinitAction {} }
            container.register { (r: Resolver, _: Argument) in DeinitAction {} }.scope(.shared)
            for _ in 0..<1_000 { _ = container.resolve(DeinitAction.self, arguments: Argument(container)) }
        }
    }

    @Test func deinitOfAnArgumentMayAskForTheSameService() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            final class Argument: Hashable, Sendable {
                let container: Container
                let isLast: Bool
                init(_ container: Container, isLast: Bool) { (self.container, self.isLast) = (container, isLast) }
                deinit {
                    guard !isLast else { return }
                    _ = container.resolve(DeinitAction.self, arguments: Argument(container, isLast: true))
                }
                static func == (left: Argument, right: Argument) -> Bool { left === right }
                func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            }
            let container = Container()
            container.register { (_: Resolver, _: Argument) in DeinitAction {} }.scope(.shared)
            for _ in 0..<1_000 {
                _ = container.resolve(DeinitAction.self, arguments: Argument(container, isLast: false))
            }
        }
    }
}
