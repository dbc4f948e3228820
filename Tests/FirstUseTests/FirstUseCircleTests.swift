import Dispatch
import Foundation
import Seam
import Testing

/// The first use of the main container, by threads that need each other.
///
/// Every test has a process of its own, which ends by itself if it hangs.
struct FirstUseCircleTests {
    private final class Engine: Sendable {}

    /// Registering waits for an engine of another container, whose factory, on another thread, needs the main one.
    @Test func circleThroughAnotherContainerEnds() async {
        await #expect(processExitsWith: .success) {
            endProcessIfStuck()
            let other = Container()
            let began = (registering: FirstUse.Counter(), building: FirstUse.Counter())
            other.register {
                began.building.increment()
                while began.registering.value == 0 { Thread.sleep(forTimeInterval: 0) }
                _ = try Container.main.tryResolve(FirstUse.Greeting.self)
                return Engine()
            }
            .scope(.singleton)
            FirstUse.onRegistration { _ in
                while began.building.value == 0 { Thread.sleep(forTimeInterval: 0) }
                began.registering.increment()
                _ = try? other.tryResolve(Engine.self)
            }
            async let greeting = onThread { try Container.main.tryResolve(FirstUse.Greeting.self).text }
            async let engine = onThread { try other.tryResolve(Engine.self) }
            let (text, _) = (try await greeting.get(), await engine)
            #expect(text == "automatic")
            #expect(FirstUse.runs.value == 1)
            _ = try other.tryResolve(Engine.self)
        }
    }

    /// The thread that registers waits for another one, which resolves what registering has built.
    @Test func serviceThatRegisteringBuiltIsGivenToOtherThreadsMeanwhile() async {
        await #expect(processExitsWith: .success) {
            endProcessIfStuck()
            let other = Container()
            other.register { Engine() }.scope(.singleton).onCreate { _, _ in }
            FirstUse.onRegistration { _ in
                _ = other.resolve(Engine.self)
                let isDone = DispatchSemaphore(value: 0)
                Thread {
                    _ = other.resolve(Engine.self)
                    isDone.signal()
                }
                .start()
                isDone.wait()
            }
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "automatic")
        }
    }
}

/// What `body` returns or throws on a thread of its own.
private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: Result { try body() }) }.start()
    }
}

/// Ends the process with a failure after half a minute.
private func endProcessIfStuck() {
    Thread {
        Thread.sleep(forTimeInterval: 30)
        exit(EXIT_FAILURE)
    }
    .start()
}
