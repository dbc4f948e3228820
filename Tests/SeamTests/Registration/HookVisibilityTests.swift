import Dispatch
import Foundation
import Seam
import Testing

/// Other threads see an instance after its hooks have returned.
struct HookVisibilityTests {
    @Test(.timeLimit(.minutes(15)), arguments: [Scope.singleton, .cached, .shared, .container])
    func otherThreadsWaitForTheHook(_ scope: Scope) async {
        let container = Container()
        let isComplete = Fixtures.Cell<Bool>()
        // A shared instance is not built a second time for somebody who comes late.
        let held = Fixtures.Cell<Fixtures.Live>()
        let asking = DispatchSemaphore(value: 0)
        let hookRuns = DispatchSemaphore(value: 0)
        container.register { Fixtures.Live() }.scope(scope)
            .onCreate { live, _ in
                held.value = live
                for _ in 0..<4 { hookRuns.signal() }
                for _ in 0..<4 { asking.wait() }
                // Everybody is about to ask: an instance that showed now would be found.
                for _ in 0..<200 { sched_yield() }
                isComplete.value = true
            }
        let results = Fixtures.Journal<(Bool, ObjectIdentifier)>()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await onThread {
                        hookRuns.wait()
                        asking.signal()
                        let live: Fixtures.Live = container.resolve()
                        results.note((isComplete.value == true, ObjectIdentifier(live)))
                        withExtendedLifetime(live) {}
                    }
                }
            }
            group.addTask {
                await onThread {
                    let live: Fixtures.Live = container.resolve()
                    results.note((isComplete.value == true, ObjectIdentifier(live)))
                    withExtendedLifetime(live) {}
                }
            }
        }
        #expect(results.values.count == 5)
        #expect(results.values.allSatisfy { $0.0 })
        #expect(Set(results.values.map(\.1)).count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func aFailingHookLetsAWaitingThreadBuildItsOwn() async {
        let container = Container()
        let calls = Fixtures.Counter()
        let asking = DispatchSemaphore(value: 0)
        let hookRuns = DispatchSemaphore(value: 0)
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { _, _ in
                guard calls.next() == 1 else { return }
                hookRuns.signal()
                asking.wait()
                throw Fixtures.Breakdown()
            }
        async let first: Bool = onThread { (try? container.tryResolve(Fixtures.Live.self)) == nil }
        async let second: Bool = onThread {
            hookRuns.wait()
            asking.signal()
            return (try? container.tryResolve(Fixtures.Live.self)) != nil
        }
        let outcomes = await [first, second]
        #expect(outcomes == [true, true])
        #expect(calls.value == 2)
    }
}

/// Runs `body` on a thread of its own, which may block.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.start()
    }
}
