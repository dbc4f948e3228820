import Foundation
import Seam
import TestKit
import Testing

/// Other threads see an instance after its hooks have returned.
struct HookVisibilityTests {
    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func otherThreadsWaitForTheHook(_ scope: Scope) async {
        let container = Container()
        let isComplete = Box<Bool?>()
        // A shared instance is held, so that it is not built again for a late thread.
        let held = Box<Fixtures.Live?>()
        let asking = Counter()
        let hookRuns = Gate()
        container.register { Fixtures.Live() }.scope(scope)
            .onCreate { live, _ in
                held.value = live
                hookRuns.open()
                asking.wait(for: 4)
                // All threads are about to ask: an instance that was visible now would be found.
                for _ in 0..<200 { sched_yield() }
                isComplete.value = true
            }
        let results = Journal<(Bool, ObjectIdentifier)>()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await Deadline.result {
                        hookRuns.wait()
                        asking.increment()
                        let live: Fixtures.Live = container.resolve()
                        results.note((isComplete.value == true, ObjectIdentifier(live)))
                        withExtendedLifetime(live) {}
                    }
                }
            }
            group.addTask {
                await Deadline.result {
                    let live: Fixtures.Live = container.resolve()
                    results.note((isComplete.value == true, ObjectIdentifier(live)))
                    withExtendedLifetime(live) {}
                }
            }
        }
        #expect(results.entries.count == 5)
        #expect(results.entries.allSatisfy { $0.0 })
        #expect(Set(results.entries.map(\.1)).count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func failingHookLetsAWaitingThreadBuildItsOwn() async {
        let container = Container()
        let calls = Counter()
        let asking = Gate()
        let hookRuns = Gate()
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { _, _ in
                guard calls.increment() == 1 else { return }
                hookRuns.open()
                asking.wait()
                throw Fixtures.Breakdown()
            }
        async let first = Deadline.result { (try? container.tryResolve(Fixtures.Live.self)) == nil }
        async let second = Deadline.result {
            hookRuns.wait()
            asking.open()
            return (try? container.tryResolve(Fixtures.Live.self)) != nil
        }
        let outcomes = await [first, second]
        #expect(outcomes == [true, true])
        #expect(calls.count == 2)
    }
}
