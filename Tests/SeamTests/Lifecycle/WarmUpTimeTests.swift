import Foundation
import Seam
import TestKit
import Testing

/// A warm-up ends at its time-out, even if factories block.
///
/// The factories block threads, so each test has a process of its own; that a test ends before its process does shows
/// that nothing has waited for them.
struct WarmUpTimeTests {
    private final class Disk: Sendable {}

    /// Registers more singletons that block their thread for good than there are processors.
    private static func registerBlockingSingletons(in container: Container) -> [String] {
        let names = (0..<(2 * ProcessInfo.processInfo.activeProcessorCount)).map { "disk \($0)" }
        let never = Gate()
        for name in names {
            container.register(name: ServiceName(name)) {
                never.wait()
                return Disk()
            }
            .scope(.singleton)
        }
        return names
    }

    private final class Store: Sendable { init(_: Disk) {} }

    /// Registers a service that opens the gate and needs an async singleton which waits for it.
    private static func registerStore(in container: Container, _ gate: Gate, throwing: Bool) {
        container.registerAsync { () async in
            await gate.pass()
            return Disk()
        }
        .scope(.singleton)
        container.register { (resolver: Resolver) in
            gate.open()
            return Store(throwing ? try resolver.tryResolve() : resolver.resolve())
        }
        .scope(.singleton)
    }

    @Test func synchronousFactoryThatNeedsALateAsyncSingletonIsPutOff() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for throwing in [false, true] {
                let container = Container()
                Self.registerStore(in: container, Gate(), throwing: throwing)
                container.register { 1 }.scope(.singleton)
                // The thread starts at half of the time, and the async singleton is not ready before.
                try await container.warmUp(timeout: .seconds(10))
                _ = try container.tryResolve(Store.self)
                _ = try container.tryResolve(Int.self)
            }
        }
    }

    /// A module that needs an async singleton before it registers the last service.
    private struct Numbers: Module {
        let gate: Gate
        func register(in container: Container) {
            gate.open()
            _ = container.resolve(Disk.self)
            container.register { 2.5 }
        }
    }

    @Test func threadThatIsLeftBehindLeavesNoHookAndNoModuleUnfinished() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, gate, resolved) = (Container(), Gate(), Counter())
            container.registerAsync { () async in
                await gate.pass()
                return Disk()
            }
            .scope(.singleton)
            container.register { 1 }.scope(.cached).onResolved { _, _ in resolved.increment() }
            container.register { (resolver: Resolver) in
                _ = resolver.resolve(Int.self)
                resolver.container.install(Numbers(gate: gate))
                return ""
            }
            .scope(.singleton)
            try await container.warmUp(timeout: .seconds(10))
            #expect(resolved.count == 1)
            #expect(container.optional(Double.self) == 2.5)
        }
    }

    @Test func hookThatNeedsALateAsyncSingletonIsRepeated() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, gate, hooks) = (Container(), Gate(), Journal<String>())
            container.registerAsync { () async in
                await gate.pass()
                return Disk()
            }
            .scope(.singleton)
            container.register { 1 }.scope(.singleton)
                .onResolved { _, resolver in
                    hooks.note("begun")
                    _ = resolver.resolve(Disk.self)
                    hooks.note("first")
                }
                .onResolved { _, _ in hooks.note("second") }
            // Built on another thread, when that of the hook is left behind.
            container.register { () -> String in
                gate.open()
                return ""
            }
            .scope(.singleton)
            try await container.warmUp(timeout: .seconds(10))
            #expect(hooks.entries == ["begun", "begun", "first", "second"])
        }
    }

    @Test func timeOutNamesOnlyWhatIsNotReady() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let (never, calls) = (Gate(), Counter())
            container.registerAsync { () async in
                await never.pass()
                return Disk()
            }
            .scope(.singleton)
            container.register { (resolver: Resolver) in
                Store(calls.increment() == 1 ? resolver.resolve() : try resolver.tryResolve())
            }
            .scope(.singleton)
            container.register { 1 }.scope(.singleton)
            let error = await #expect(throws: WarmUpError.self) { try await container.warmUp(timeout: .seconds(4)) }
            #expect(error?.pending.map(\.description) == ["Disk", "Store"])
            // Nobody waits for the build that was put off.
            let failure = #expect(throws: ResolutionError.self) { try container.tryResolve(Store.self) }
            #expect(failure?.code == .requiresAsync)
        }
    }

    @Test func timeOutIsKeptWhileSynchronousSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            let names = Self.registerBlockingSingletons(in: container)
            let error = await #expect(throws: WarmUpError.self) {
                try await container.warmUp(timeout: .milliseconds(100))
            }
            let pending = error?.pending.map { $0.name?.description ?? "" }
            #expect(pending?.sorted() == names.sorted())
            for name in names { #expect(error?.description.contains(name) == true) }
        }
    }

    /// Warms up async singletons that block their threads, twice as many as the pool has; each of some others awaits
    /// one of them.
    private static func warmUpBlockingAsyncSingletons(
        _ warmUp: @Sendable (Container) async throws -> Void
    ) async throws {
        Deadline.endProcess()
        let (container, mayEnd) = (Container(), Gate())
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        for index in 0..<count {
            container.registerAsync(name: ServiceName("\(index)")) { r in
                guard index.isMultiple(of: 2) else {
                    return 1 + (try await r.resolveAsync(Int.self, name: ServiceName("\(index - 1)")))
                }
                mayEnd.wait()
                return index
            }
            .scope(.singleton)
        }
        container.registerAsync { "last" }.scope(.singleton)
        let error = await #expect(throws: WarmUpError.self) { try await warmUp(container) }
        #expect(error?.pending.count == count + 1)
        // Neither the pool nor another build of the warm-up waits for the threads that are blocked.
        for _ in 0..<10 { await Task.detached { await Task.yield() }.value }
        let last = try await container.resolveAsync(String.self)
        #expect(last == "last")
        mayEnd.open()
        for index in 0..<count {
            let built = try await container.resolveAsync(Int.self, name: ServiceName("\(index)"))
            #expect(built == index)
        }
    }

    @Test func asyncSingletonsThatBlockTheirThreadsTakeNoneOfThePool() async {
        await #expect(processExitsWith: .success) {
            try await Self.warmUpBlockingAsyncSingletons { try await $0.warmUp(timeout: .milliseconds(100)) }
        }
    }

    @Test func warmUpOfTheMainActorReturnsWhileAsyncSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            try await Self.warmUpBlockingAsyncSingletons { container in
                try await Task { @MainActor in try await container.warmUp(timeout: .milliseconds(100)) }.value
            }
        }
    }

    @Test func warmUpsThatRunAtOnceShareTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let running = Box((now: 0, most: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    let container = Container()
                    container.registerAsync {
                        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        usleep(2_000)
                        running.withLock { $0.now -= 1 }
                        return 1
                    }
                    .scope(.singleton)
                    group.addTask { try await container.warmUp() }
                }
                try await group.waitForAll()
            }
            #expect(running.withLock { $0.most } <= ProcessInfo.processInfo.activeProcessorCount)
        }
    }

    @Test func poolIsFreeWhileSynchronousSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            _ = Self.registerBlockingSingletons(in: container)
            await #expect(throws: WarmUpError.self) { try await container.warmUp(timeout: .milliseconds(100)) }
            for _ in 0..<10 { await Task.detached { await Task.yield() }.value }
        }
    }

    @Test func cancelledWarmUpReturnsWhileSynchronousSingletonsBlockTheirThreads() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            _ = Self.registerBlockingSingletons(in: container)
            let warmUp = Task { try await container.warmUp() }
            WorkerThread {
                Thread.sleep(forTimeInterval: 0.1)
                warmUp.cancel()
            }
            await #expect(throws: CancellationError.self) { try await warmUp.value }
        }
    }
}
