import Seam
import TestKit
import Testing

/// An `onCreate` hook that builds many services, each of which holds the instance of the hook.
///
/// All of them wait for the hook. Whether they wait for each other too must not show in the stack.
struct HubHookTests {
    private final class Hub: Sendable {}

    private final class Part: Sendable {
        let hub: Hub
        init(_ hub: Hub) { self.hub = hub }
    }

    private static let stackSize = 512 << 10
    private static let count = 2_000

    private let container = Container()
    private let built = Counter()

    @Test func partsThatHoldTheHubNeedNoStack() {
        registerHub()
        container.register { [built] (resolver: Resolver, _: Int) in
            built.increment()
            return Part(resolver.resolve())
        }
        .scope(.singleton)
        expectOneHub()
    }

    @Test func partsThatHoldEachOtherNeedNoStack() {
        registerHub()
        container.register { [built] (resolver: Resolver, index: Int) in
            built.increment()
            return index == 0 ? Part(resolver.resolve()) : Part(resolver.resolve(Part.self, arguments: index - 1).hub)
        }
        .scope(.singleton)
        expectOneHub()
    }

    @Test func lazyPartsNeedNoStack() {
        container.register { Hub() }.scope(.singleton)
            .onCreate { [container] _, resolver in
                var former = LazyInject<Part>(arguments: 0, in: container)
                for index in 1..<Self.count {
                    _ = former.wrappedValue
                    former = LazyInject<Part>(arguments: index, in: container)
                }
            }
        container.register { (resolver: Resolver, _: Int) in Part(resolver.resolve()) }.scope(.singleton)
        let hub = JoinedThread.value(stackSize: Self.stackSize) { [container] in container.resolve(Hub.self) }
        #expect(container.resolve(Hub.self) === hub)
    }

    private func registerHub() {
        container.register { Hub() }.scope(.singleton)
            .onCreate { _, resolver in
                for index in 0..<Self.count { _ = resolver.resolve(Part.self, arguments: index) }
            }
    }

    private func expectOneHub() {
        let hub = JoinedThread.value(stackSize: Self.stackSize) { [container] in container.resolve(Hub.self) }
        let parts: [Part] = (0..<Self.count).map { container.resolve(arguments: $0) }
        #expect(parts.allSatisfy { $0.hub === hub })
        #expect(built.count == Self.count)
    }
}
