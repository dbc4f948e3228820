import Seam
import TestKit
import Testing

/// The first use of the main container, by threads that need each other.
///
/// Every test has a process of its own, which ends by itself if it hangs.
struct FirstUseCircleTests {
    private final class Engine: Sendable {}

    /// Registering waits for an engine of another container, whose factory, on another thread, needs the main one.
    @Test func circleThroughAnotherContainerEnds() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let other = Container()
            let began = (registering: Gate(), building: Gate())
            other.register {
                began.building.open()
                began.registering.wait()
                _ = try Container.main.tryResolve(FirstUse.Greeting.self)
                return Engine()
            }
            .scope(.singleton)
            FirstUse.onRegistration { _ in
                began.building.wait()
                began.registering.open()
                _ = try? other.tryResolve(Engine.self)
            }
            async let greeting = Deadline.valueOnThread { try Container.main.tryResolve(FirstUse.Greeting.self).text }
            async let engine = Deadline.valueOnThread { try other.tryResolve(Engine.self) }
            let (text, _) = (try await greeting, try? await engine)
            #expect(text == "automatic")
            #expect(FirstUse.runs.count == 1)
            _ = try other.tryResolve(Engine.self)
        }
    }

    /// The thread that registers waits for another one, which resolves what registering has built.
    @Test func serviceBuiltDuringTheRegistrationIsFoundByOtherThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let other = Container()
            other.register { Engine() }.scope(.singleton).onCreate { _, _ in }
            FirstUse.onRegistration { _ in
                _ = other.resolve(Engine.self)
                _ = try? WorkerThread { other.resolve(Engine.self) }.value()
            }
            #expect(Container.main.resolve(FirstUse.Greeting.self).text == "automatic")
        }
    }
}
