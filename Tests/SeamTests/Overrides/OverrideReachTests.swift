import Dispatch
import Seam
import TestKit
import Testing

/// The reach of overrides and bound containers: into tasks, actors and queues, and no further than their operation.
struct OverrideReachTests {
    private struct Greeting: Sendable, Equatable { var text = "" }

    private actor Speaker {
        func greeting() -> String { Container.current.resolve(Greeting.self).text }
    }

    private static func greeting() -> String { Container.current.resolve(Greeting.self).text }

    /// Runs `operation` with "overridden" as the greeting.
    private func overridden<Result: Sendable>(_ operation: () async throws -> Result) async rethrows -> Result {
        try await withOverrides {
            $0.register { Greeting(text: "overridden") }
        } operation: {
            try await operation()
        }
    }

    @Test func overrideReachesChildTasks() async {
        let text = await overridden {
            async let text = Self.greeting()
            return await text
        }
        #expect(text == "overridden")
    }

    @Test func overrideReachesTaskGroups() async {
        let texts = await overridden {
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<8 { group.addTask { Self.greeting() } }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
        }
        #expect(texts == ["overridden"])
    }

    @Test func overrideReachesUnstructuredTasks() async {
        let text = await overridden { await Task { Self.greeting() }.value }
        #expect(text == "overridden")
    }

    @Test func overrideReachesUnstructuredTasksThatOutliveIt() async {
        let gate = Gate()
        let task = await overridden {
            Task {
                await gate.pass()
                return Self.greeting()
            }
        }
        gate.open()
        #expect(await task.value == "overridden")
    }

    @Test func overrideReachesActors() async {
        let speaker = Speaker()
        #expect(await overridden { await speaker.greeting() } == "overridden")
    }

    @Test func overrideReachesTheMainActor() async {
        let text = await overridden { await MainActor.run { Self.greeting() } }
        #expect(text == "overridden")
    }

    @Test func overrideReachesASynchronousBlockOnAQueue() async {
        let text = await overridden { DispatchQueue(label: "seam.reach").sync { Self.greeting() } }
        #expect(text == "overridden")
    }

    @Test func synchronousFormReachesASynchronousBlockOnAQueue() {
        let text = withOverrides {
            $0.register { Greeting(text: "overridden") }
        } operation: {
            DispatchQueue(label: "seam.reach").sync { Self.greeting() }
        }
        #expect(text == "overridden")
    }

    @Test func synchronousFormReachesTasks() async {
        let task = withOverrides {
            $0.register { Greeting(text: "overridden") }
        } operation: {
            Task { Self.greeting() }
        }
        #expect(await task.value == "overridden")
    }

    @Test func overrideReachesADetachedTaskThroughItsContainer() async {
        let text = await overridden {
            let container = Container.current
            return await Task.detached { container.resolve(Greeting.self).text }.value
        }
        #expect(text == "overridden")
    }

    @Test func detachedTaskInheritsNothing() async {
        let isMain = await overridden { await Task.detached { Container.current === Container.main }.value }
        #expect(isMain)
    }

    @Test func overrideReachesAnAsynchronousBlockThroughItsContainer() async {
        let text = await overridden {
            let container = Container.current
            return await withCheckedContinuation { continuation in
                DispatchQueue.global()
                    .async {
                        continuation.resume(returning: withContainer(container) { Self.greeting() })
                    }
            }
        }
        #expect(text == "overridden")
    }

    @Test func overrideReachesAThreadThroughItsContainer() async {
        let text = await overridden {
            let container = Container.current
            return await Deadline.result { withContainer(container) { Self.greeting() } }
        }
        #expect(text == "overridden")
    }

    @Test func threadInheritsNothing() async {
        let isMain = await overridden { await Deadline.result { Container.current === Container.main } }
        #expect(isMain == true)
    }
}
