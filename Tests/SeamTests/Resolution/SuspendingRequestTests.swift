import Foundation
import Seam
import TestKit
import Testing

/// An async request suspends while another thread builds a synchronous service.
///
/// A request that blocks its thread could block the whole suite, so each test has a process of its own.
struct SuspendingRequestTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {}

    @Test func mainActorIsFreeWhileARequestSuspends() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let (began, isFree) = (Gate(), Gate())
            container.register {
                began.open()
                isFree.wait()
                return Engine()
            }
            .scope(.singleton)
            WorkerThread { _ = container.resolve(Engine.self) }
            began.wait()
            let request = Task { @MainActor in
                // Runs when the request below has suspended.
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
            let asking = Counter()
            let processors = ProcessInfo.processInfo.activeProcessorCount
            container.register {
                asking.wait(for: processors)
                let isDone = Gate()
                Task { isDone.open() }
                isDone.wait()
                return Engine()
            }
            .scope(.singleton)
            let began = Gate()
            WorkerThread {
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
            let (began, isCancelled) = (Gate(), Gate())
            container.register {
                began.open()
                isCancelled.wait()
                return Engine()
            }
            .scope(.singleton)
            WorkerThread { _ = container.resolve(Engine.self) }
            began.wait()
            let isAsking = Gate()
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
            let (began, isFree) = (Gate(), Gate())
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
            WorkerThread { _ = container.resolve(Engine.self) }
            began.wait()
            _ = try await container.resolveAsync(Car.self)
        }
    }
}
