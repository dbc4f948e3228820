import Dispatch
import Foundation
import Seam
import TestKit
import Testing

/// A warm-up ends at its time-out, even if factories block.
///
/// The factories block threads, so each test has a process of its own.
struct WarmUpTimeTests {
    private final class Disk: Sendable {}

    /// Registers more singletons that block their thread for three seconds than there are processors.
    private static func registerSlowSingletons(in container: Container) -> [String] {
        let names = (0..<(2 * ProcessInfo.processInfo.activeProcessorCount)).map { "disk \($0)" }
        for name in names {
            container.register(name: ServiceName(name)) {
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 3)
                return Disk()
            }
            .scope(.singleton)
        }
        return names
    }

    @Test func timeOutIsKeptWhileSynchronousSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let names = Self.registerSlowSingletons(in: container)
            let clock = ContinuousClock()
            let began = clock.now
            let error = await #expect(throws: WarmUpError.self) {
                try await container.warmUp(timeout: .milliseconds(100))
            }
            #expect(clock.now - began < .milliseconds(2_500))
            let pending = error?.pending.map { $0.name?.description ?? "" }
            #expect(pending?.sorted() == names.sorted())
            for name in names { #expect(error?.description.contains(name) == true) }
        }
    }

    @Test func poolIsFreeWhileSynchronousSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            _ = Self.registerSlowSingletons(in: container)
            let clock = ContinuousClock()
            let began = clock.now
            await #expect(throws: WarmUpError.self) { try await container.warmUp(timeout: .milliseconds(100)) }
            for _ in 0..<10 { await Task.detached { await Task.yield() }.value }
            #expect(clock.now - began < .milliseconds(2_500))
        }
    }

    @Test func cancelledWarmUpReturnsWhileSynchronousSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            _ = Self.registerSlowSingletons(in: container)
            let clock = ContinuousClock()
            let began = clock.now
            let warmUp = Task { try await container.warmUp() }
            WorkerThread {
                Thread.sleep(forTimeInterval: 0.1)
                warmUp.cancel()
            }
            await #expect(throws: CancellationError.self) { try await warmUp.value }
            #expect(clock.now - began < .milliseconds(2_500))
        }
    }
}
