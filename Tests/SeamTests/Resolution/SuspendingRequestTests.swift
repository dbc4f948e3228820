import Dispatch
import Foundation
import Seam
import Testing

/// An async request suspends while another thread builds a synchronous service.
///
/// A request that blocks its thread could block the whole suite, so each test has a process of its own.
struct SuspendingRequestTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {}

    @Test func mainActorIsFreeMeanwhile() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let (began, isFree) = (Parallel.Gate(), Parallel.Gate())
            container.register {
                began.open()
                isFree.wait()
                return Engine()
            }
            .scope(.singleton)
            Parallel.thread { _ = container.resolve(Engine.self) }
            began.wait()
            let request = Task { @MainActor in
                // Runs when the request below has given the main actor back.
                Task { @MainActor in isFree.open() }
                return try await container.resolveAsync(Engine.self)
            }
            let engine = try await request.value
            #expect(engine === container.resolve(Engine.self))
        }
    }

    @Test func poolIsFreeForATaskThatTheFactoryNeeds() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let asking = Parallel.Tally()
            let processors = ProcessInfo.processInfo.activeProcessorCount
            container.register {
                while asking.value < processors { giveWay() }
                let isDone = DispatchSemaphore(value: 0)
                Task { isDone.signal() }
                isDone.wait()
                return Engine()
            }
            .scope(.singleton)
            let began = Parallel.Gate()
            Parallel.thread {
                began.open()
                _ = container.resolve(Engine.self)
            }
            began.wait()
            let engines = try await withThrowingTaskGroup(of: Engine.self) { group in
                for _ in 0..<(2 * processors) {
                    group.addTask {
                        asking.increment()
                        return try await container.resolveAsync(Engine.self)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(engines.allSatisfy { $0 === engines[0] })
        }
    }

    @Test func cancelledRequestReturns() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let (began, isCancelled) = (Parallel.Gate(), Parallel.Gate())
            container.register {
                began.open()
                isCancelled.wait()
                return Engine()
            }
            .scope(.singleton)
            Parallel.thread { _ = container.resolve(Engine.self) }
            began.wait()
            let isAsking = Parallel.Gate()
            let request = Task {
                isAsking.open()
                return try await container.resolveAsync(Engine.self)
            }
            await isAsking.pass()
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            isCancelled.open()
            _ = container.resolve(Engine.self)
        }
    }

    @Test func requestInsideAnAsyncFactorySuspendsToo() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let (began, isFree) = (Parallel.Gate(), Parallel.Gate())
            container.register {
                began.open()
                isFree.wait()
                return Engine()
            }
            .scope(.singleton)
            container.registerAsync { @MainActor resolver in
                Task { @MainActor in isFree.open() }
                _ = try await resolver.resolveAsync(Engine.self)
                return Car()
            }
            .scope(.singleton)
            Parallel.thread { _ = container.resolve(Engine.self) }
            began.wait()
            _ = try await container.resolveAsync(Car.self)
        }
    }
}
