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
        weak var container: Container?
        weak var instance: Kept?
        try await withOverrides {
            $0.registerAsync { Kept() }.scope(.singleton)
        } operation: {
            container = Container.current
            instance = try await Container.current.resolveAsync(Kept.self)
            async let child: Void = await Task.yield()
            await child
        }
        // The task that has built the instance may not have ended yet.
        let deadline = ContinuousClock.now + .seconds(Deadline.seconds)
        while container != nil || instance != nil, ContinuousClock.now < deadline {
            await Task.yield()
        }
        #expect(container == nil)
        #expect(instance == nil)
    }

    @Test func tasksReleaseTheContainerWhenTheyEnd() async {
        weak var container: Container?
        let task = withOverrides {
            $0.register { Greeting() }
        } operation: {
            container = Container.current
            return Task { Container.current.resolve(Greeting.self).text }
        }
        _ = await task.value
        for _ in 0..<1000 where container != nil { await Task.yield() }
        #expect(container == nil)
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

    @Test @MainActor func asyncFormStaysOnTheMainActor() async {
        await withOverrides { _ in
        } operation: {
            MainActor.assertIsolated()
            await Task.yield()
            MainActor.assertIsolated()
        }
    }

    @Test func asyncFormStaysOnTheCallersActor() async {
        actor Counter {
            var count = 0
            func incrementInside() async {
                await withOverrides { _ in
                } operation: {
                    count += 1
                    await Task.yield()
                    count += 1
                }
            }
        }
        let counter = Counter()
        await counter.incrementInside()
        #expect(await counter.count == 2)
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
