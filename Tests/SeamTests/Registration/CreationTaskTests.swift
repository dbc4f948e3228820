import Foundation
import Seam
import TestKit
import Testing

/// `onCreate` beside a task that the factory of its instance has started.
struct CreationTaskTests {
    private final class Engine: Sendable {}

    /// The hook blocks a thread of the pool while the task needs another one, so the test has a process of its own.
    @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
    func taskOfTheFactoryFindsTheInstanceWhileItsHookRuns() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, found) = (Container(), Box<Engine?>())
            let (isHooking, isFound) = (Gate(), Gate())
            container.registerAsync { resolver in
                Task {
                    await isHooking.pass()
                    found.value = try await resolver.resolveAsync(Engine.self)
                    isFound.open()
                }
                return Engine()
            }
            .scope(.singleton)
            .onCreate { _, _ in
                isHooking.open()
                isFound.wait()
            }
            let engine = try await container.resolveAsync(Engine.self)
            #expect(found.value === engine)
        }
    }
}
