import Foundation
import Seam
import Testing

/// The first use by many threads at once.
///
/// Every test has a process of its own.
struct FirstUseThreadTests {
    @Test func manyThreadsAtOnceMakeThemOnce() async {
        await #expect(processExitsWith: .success) {
            let started = FirstUse.Counter()
            let texts = Texts()
            // Nobody is through before all have begun: those who come late have to wait for the registrations.
            FirstUse.onRegistration { _ in
                while started.value < 16 { Thread.sleep(forTimeInterval: 0) }
            }
            await inThreads(16) {
                started.increment()
                texts.note(Container.main.resolve(FirstUse.Greeting.self).text)
            }
            #expect(texts.entries == Array(repeating: "automatic", count: 16))
            #expect(FirstUse.runs.value == 1)
        }
    }

    @Test func manyTasksAtOnceMakeThemOnce() async {
        await #expect(processExitsWith: .success) {
            let texts = await withTaskGroup(of: String.self) { group in
                for _ in 0..<100 {
                    group.addTask { (try? await Container.main.resolveAsync(FirstUse.Greeting.self).text) ?? "none" }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(texts == ["automatic"])
            #expect(FirstUse.runs.value == 1)
        }
    }

    @Test func registrationsOfOtherThreadsWin() async {
        await #expect(processExitsWith: .success) {
            let started = FirstUse.Counter()
            FirstUse.onRegistration { _ in
                while started.value < 8 { Thread.sleep(forTimeInterval: 0) }
            }
            await inThreads(8) {
                started.increment()
                Container.main.register { FirstUse.Greeting("explicit") }
            }
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "explicit")
            #expect(FirstUse.runs.value == 1)
        }
    }

    @Test func singletonBuiltDuringTheFirstUseIsTheOneOfAllThreads() async {
        await #expect(processExitsWith: .success) {
            let cards = Cards()
            FirstUse.onRegistration { container in cards.note(container.resolve(FirstUse.Card.self)) }
            await inThreads(8) { cards.note(Container.main.resolve(FirstUse.Card.self)) }
            #expect(cards.distinct == 1)
        }
    }
}

/// Calls `body` on that many threads and returns when all have returned.
private func inThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread {
                        body()
                        continuation.resume()
                    }
                    .start()
                }
            }
        }
    }
}
