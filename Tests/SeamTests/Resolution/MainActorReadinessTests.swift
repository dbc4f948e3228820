import Dispatch
import Foundation
import Seam
import TestKit
import Testing

/// Async requests for instances that are ready, or that others wait for, need neither the main actor nor the pool.
///
/// The programs block the main actor or all threads of the pool, so each has a process of its own.
struct MainActorReadinessTests {
    @MainActor private final class Model {}
    private final class Screen: @unchecked Sendable { var bar: Bar? }
    private final class Bar: @unchecked Sendable { weak var screen: Screen? }

    @Test func readyInstanceIsFoundWhileTheMainActorWaits() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { (_: Resolver, _: Int) in Model() }.scope(.cached)
            await MainActor.run {
                let model = container.resolve(Model.self, arguments: 1)
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    let found = try await container.resolveAsync(Model.self, arguments: 1)
                    precondition(found === model)
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }

    /// A conformance of the main actor helps none of these requests.
    @Test func requestThatNoConformanceHelpsFailsWhileTheMainActorWaits() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register { (_: Resolver, _: String) in Bar() }
            await MainActor.run {
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    let unknown = try? await container.resolveAsync(Screen.self, arguments: 1)
                    let mismatched = try? await container.resolveAsync(Bar.self, arguments: 1)
                    let absent = try await container.resolveAsync(Screen?.self, arguments: 1)
                    precondition(unknown == nil && mismatched == nil && absent == nil)
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }

    @Test func readySingletonsAreWarmWhileTheMainActorWaits() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { Model() }.scope(.singleton)
            await MainActor.run {
                _ = container.resolve(Model.self)
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    try await container.warmUp()
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }

    @Test func cancellationEndsAWaitForTheMainActor() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { Model() }
            container.registerOnMainActor { Screen() }.scope(.cached)
            container.registerAsync { () async in Bar() }.decorateOnMainActor { bar, _ in bar }
            await MainActor.run {
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    let requests: [Task<Void, any Error>] = [
                        Task { _ = try await container.resolveAsync(Model.self) },
                        Task { _ = try await container.resolveAsync(Screen.self) },
                        Task { _ = try await container.resolveAsync(Bar.self) },
                    ]
                    try await Task.sleep(for: .milliseconds(50))
                    for request in requests { request.cancel() }
                    for request in requests {
                        await #expect(throws: CancellationError.self) { try await request.value }
                    }
                    isDone.signal()
                }
                isDone.wait()
            }
            _ = try await container.resolveAsync(Screen.self)
        }
    }

    @Test func cancelledWaitForTheMainActorHoldsNoContainer() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            await MainActor.run {
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    let container = WeakReference<Container>()
                    let request = Task {
                        let bound = Container()
                        container.object = bound
                        bound.registerOnMainActor { Model() }
                        _ = try await withContainer(bound) { try await bound.resolveAsync(Model.self) }
                    }
                    try await Task.sleep(for: .milliseconds(50))
                    request.cancel()
                    await #expect(throws: CancellationError.self) { try await request.value }
                    #expect(await container.isGone)
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }

    @Test func instanceWithAHookOnTheMainActorIsKeptWhileItsWaitersOccupyThePool() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let (isHookRunning, asking) = (Gate(), Counter())
            let processors = ProcessInfo.processInfo.activeProcessorCount
            container.registerAsync { () async in Screen() }.scope(.singleton)
                .onCreateOnMainActor { screen, resolver in
                    screen.bar = resolver.resolve(Bar.self)
                    isHookRunning.open()
                    asking.wait(for: processors)
                    Thread.sleep(forTimeInterval: 0.3)
                }
            container.register { Bar() }.scope(.singleton)
                .onCreate { bar, resolver in bar.screen = resolver.resolve(Screen.self) }
            async let screen = container.resolveAsync(Screen.self)
            let waiters = (0..<(4 * processors))
                .map { _ in
                    Task.detached {
                        await isHookRunning.pass()
                        asking.increment()
                        _ = container.resolve(Bar.self)
                    }
                }
            _ = try await screen
            for waiter in waiters { await waiter.value }
        }
    }

    /// The request cannot wait for the main actor, whose hook waits for what this request is part of.
    @Test func instanceWhoseHookWaitsForTheRequestIsFoundElsewhere() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let isBarBuilding = DispatchSemaphore(value: 0)
            container.registerOnMainActor { Screen() }.scope(.singleton)
                .onCreate { screen, resolver in
                    isBarBuilding.wait()
                    screen.bar = try resolver.tryResolve(Bar.self)
                }
            container.register { resolver in
                isBarBuilding.signal()
                let bar = Bar()
                while bar.screen == nil {
                    do throws(ResolutionError) {
                        bar.screen = try resolver.tryResolve(Screen.self)
                    } catch {
                        // The hook does not wait yet.
                        guard error.code == .requiresMainActor else { throw error }
                        Thread.sleep(forTimeInterval: 0.01)
                    }
                }
                return bar
            }
            .scope(.singleton)
            let thread = WorkerThread { try container.tryResolve(Bar.self) }
            let screen = try await container.resolveAsync(Screen.self)
            let bar = try thread.value()
            precondition(bar.screen === screen)
            precondition(screen.bar === bar)
        }
    }
}
