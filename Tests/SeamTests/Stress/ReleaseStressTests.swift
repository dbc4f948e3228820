import Seam
import Synchronization
import TestKit
import Testing

/// A dropped instance is released by the thread that drops it, before its call returns, unaffected by other threads.
struct ReleaseStressTests {
    /// The thread on which an object was released.
    private final class Obituary: Sendable {
        private let thread = Atomic<UInt>(0)
        var isOfThisThread: Bool { thread.load(ordering: .sequentiallyConsistent) == CurrentThread.id }
        func write() { thread.store(CurrentThread.id, ordering: .sequentiallyConsistent) }
    }

    /// Counts on 8 threads how often `body` did not release on its own thread in time.
    private func strays(_ body: @escaping @Sendable (Obituary) -> Void) throws -> Int {
        try ThreadGroup.run(8) { _ in
            (0..<300)
                .count { _ in
                    let obituary = Obituary()
                    body(obituary)
                    return !obituary.isOfThisThread
                }
        }
        .reduce(0, +)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keeping)
    func resetReleasesBeforeItReturns(scope: Scope) throws {
        let strays = try strays { obituary in
            let container = Container()
            container.register { DeinitAction { obituary.write() } }.scope(scope)
            _ = container.resolve(DeinitAction.self)
            container.reset(scope)
            withExtendedLifetime(container) {}
        }
        #expect(strays == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func replacementReleasesTheFactoryBeforeItReturns() throws {
        let shared = Container()
        let strays = try strays { obituary in
            let name = ServiceName("\(CurrentThread.id)")
            do {
                let captured = DeinitAction { obituary.write() }
                shared.register(Int.self, name: name) { withExtendedLifetime(captured) { 1 } }
            }
            _ = shared.resolve(Int.self, name: name)
            shared.register(Int.self, name: name) { 2 }
        }
        #expect(strays == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func factoryThatReplacesItselfIsReleasedBeforeTheRequestReturns() throws {
        let shared = Container()
        let strays = try strays { obituary in
            let name = ServiceName("\(CurrentThread.id)")
            do {
                let captured = DeinitAction { obituary.write() }
                shared.register(Int.self, name: name) { r in
                    r.container.unregister(Int.self, name: name)
                    return withExtendedLifetime(captured) { 1 }
                }
            }
            _ = shared.resolve(Int.self, name: name)
        }
        #expect(strays == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func droppedInstanceThatIsBeingReadIsNeverReadAfterItsEnd() throws {
        let living = Counter()
        let container = Container()
        container.register { CountedObject(living) }.scope(.singleton)
        let beats = try ThreadGroup.run(4) { thread -> Bool in
            guard thread > 0 else {
                for _ in 0..<2_000 { container.reset(.singleton) }
                return true
            }
            return (0..<4_000).allSatisfy { _ in container.resolve(CountedObject.self).isIntact }
        }
        container.reset()
        #expect(beats == [true, true, true, true])
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func sharedInstanceThatEndsWhileItIsAskedForIsBuiltAnew() throws {
        let living = Counter()
        let container = Container()
        container.register { CountedObject(living) }.scope(.shared)
        let beats = try ThreadGroup.run(4) { _ in
            (0..<3_000).allSatisfy { _ in container.resolve(CountedObject.self).isIntact }
        }
        #expect(beats == [true, true, true, true])
        #expect(living.count == 0)
    }
}
