import Seam
import TestKit
import Testing

/// Overrides leave nothing behind, and stay on their caller's actor.
struct OverrideIsolationTests {
    private struct Greeting: Sendable { var text = "" }
    private final class Kept: Sendable {}

    @Test func overrideLeavesNothingBehind() {
        let copy = WeakReference<Container>()
        let kept = WeakReference<Fixtures.Live>()
        let captured = WeakReference<Fixtures.Engine>()
        withContainer(Container(parent: Container())) {
            let engine = Fixtures.Engine()
            captured.object = engine
            withOverrides { container in
                container.register { Fixtures.Live(engine.label) }.scope(.singleton)
            } operation: {
                copy.object = Container.current
                kept.object = resolve(Fixtures.Live.self)
                #expect(copy.object != nil && kept.object != nil)
            }
        }
        #expect(copy.object == nil)
        #expect(kept.object == nil)
        #expect(captured.object == nil)
    }

    @Test func overrideLeavesNothingBehindAfterAFailure() {
        let copy = WeakReference<Container>()
        #expect(throws: Fixtures.Breakdown.self) {
            try withOverrides {
                $0.register { 1 }
            } operation: {
                copy.object = Container.current
                throw Fixtures.Breakdown()
            }
        }
        #expect(copy.object == nil)
        #expect(Container.current === Container.main)
    }

    @Test func asyncFormLeavesNothingBehind() async throws {
        let container = WeakReference<Container>()
        let instance = WeakReference<Kept>()
        try await withOverrides {
            $0.registerAsync { Kept() }.scope(.singleton)
        } operation: {
            container.object = Container.current
            instance.object = try await Container.current.resolveAsync(Kept.self)
            async let child: Void = await Task.yield()
            await child
        }
        // The task that has built the instance may not have ended yet.
        #expect(await container.isGone)
        #expect(await instance.isGone)
    }

    @Test func tasksReleaseTheContainerWhenTheyEnd() async {
        let container = WeakReference<Container>()
        let task = withOverrides {
            $0.register { Greeting() }
        } operation: {
            container.object = Container.current
            return Task { Container.current.resolve(Greeting.self).text }
        }
        _ = await task.value
        #expect(await container.isGone)
    }

    @Test func parallelOverridesDoNotSeeEachOther() async {
        let texts = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    await withOverrides {
                        $0.register { Greeting(text: "\(number)") }.scope(.singleton)
                    } operation: {
                        for _ in 0..<10 {
                            await Task.yield()
                            guard Container.current.resolve(Greeting.self).text == "\(number)" else { return false }
                        }
                        return true
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.allSatisfy { $0 })
    }

    /// If the form left the actor, the task that waits for the actor would run before the operation.
    @Test @MainActor func asyncFormStaysOnTheMainActor() async {
        let order = Journal<String>()
        let other = Task { order.note("other") }
        await withOverrides { _ in
        } operation: {
            order.note("operation")
            await other.value
        }
        #expect(order.entries == ["operation", "other"])
    }

    @Test func asyncFormStaysOnTheCallersActor() async {
        actor Caller {
            var order: [String] = []
            func callForm() async {
                let other = Task { order.append("other") }
                await withOverrides { _ in
                } operation: {
                    order.append("operation")
                    await other.value
                }
            }
        }
        let caller = Caller()
        await caller.callForm()
        #expect(await caller.order == ["operation", "other"])
    }

    @Test func overrideMayComeAndGoWhileManyThreadsResolve() async throws {
        let container = Container()
        container.register { Greeting(text: "base") }.scope(.singleton)
        let texts = try #require(
            await ThreadGroup.results(8) { index in
                withContainer(container) {
                    (0..<200)
                        .allSatisfy { round in
                            let text = "\(index).\(round)"
                            let isOverridden = withOverrides {
                                $0.register { Greeting(text: text) }.scope(.singleton)
                            } operation: {
                                Container.current.resolve(Greeting.self).text == text
                            }
                            return isOverridden && Container.current.resolve(Greeting.self).text == "base"
                        }
                }
            }
        )
        #expect(texts.allSatisfy { $0 })
    }
}
