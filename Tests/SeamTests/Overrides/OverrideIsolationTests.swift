import Seam
import TestKit
import Testing

/// Overrides leave nothing behind, and stay on their caller's actor.
struct OverrideIsolationTests {
    private struct Greeting: Sendable { var text = "" }
    private final class Kept: Sendable {}

    @Test func synchronousFormLeavesNothingBehind() {
        weak var container: Container?
        weak var instance: Kept?
        withOverrides {
            $0.register { Kept() }.scope(.singleton)
        } operation: {
            container = Container.current
            instance = Container.current.resolve(Kept.self)
        }
        #expect(container == nil)
        #expect(instance == nil)
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

    @Test func mainContainerIsUntouched() {
        withOverrides {
            $0.register { Greeting(text: "overridden") }
        } operation: {
            #expect(Container.current.isRegistered(Greeting.self))
            #expect(Container.current !== Container.main)
            #expect(!Container.main.isRegistered(Greeting.self))
        }
        #expect(Container.current === Container.main)
        #expect(!Container.main.isRegistered(Greeting.self))
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

    @Test func innerOverrideEndsWithItsOperation() async {
        let texts = await withOverrides {
            $0.register { Greeting(text: "outer") }
        } operation: {
            let inner = await withOverrides {
                $0.register { Greeting(text: "inner") }
            } operation: {
                await Task.yield()
                return Container.current.resolve(Greeting.self).text
            }
            return [inner, Container.current.resolve(Greeting.self).text]
        }
        #expect(texts == ["inner", "outer"])
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
