import Seam
import TestKit
import Testing

/// Instances that a container keeps no more, or never kept, are not disposed of; kept instances are released.
struct ShutdownReleaseTests {
    private final class Disk: Sendable {}

    @Test func uniqueInstanceIsNeitherHeldNorDisposedOf() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.onDispose { _ in disposed.increment() }
        let disk = WeakReference(container.resolve(Disk.self))
        #expect(disk.object == nil)
        let held = container.resolve(Disk.self)
        try await container.shutdown()
        withExtendedLifetime(held) {}
        #expect(disposed.count == 0)
    }

    @Test func graphInstanceIsNotDisposedOf() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.graph).onDispose { _ in disposed.increment() }
        let held = container.resolve(Disk.self)
        try await container.shutdown()
        withExtendedLifetime(held) {}
        #expect(disposed.count == 0)
    }

    @Test func resetInstanceIsReleasedWithoutDisposal() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        let disk = WeakReference(container.resolve(Disk.self))
        #expect(disk.isReleased { container.reset() })
        try await container.shutdown()
        #expect(disposed.count == 0)
    }

    @Test func replacedInstanceIsReleasedWithoutDisposal() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        let disk = WeakReference(container.resolve(Disk.self))
        #expect(disk.isReleased { container.register { Disk() } })
        try await container.shutdown()
        #expect(disposed.count == 0)
    }

    @Test func unregisteredInstanceIsReleasedWithoutDisposal() async throws {
        let container = Container()
        let disposed = Counter()
        container.register { Disk() }.scope(.singleton).onDispose { _ in disposed.increment() }
        let disk = WeakReference(container.resolve(Disk.self))
        #expect(disk.isReleased { container.unregister(Disk.self) })
        try await container.shutdown()
        #expect(disposed.count == 0)
    }

    @Test func disposedInstanceIsReleased() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton).onDispose { _ in await Task.yield() }
        let disk = WeakReference(container.resolve(Disk.self))
        #expect(disk.object != nil)
        try await container.shutdown()
        #expect(disk.object == nil)
    }

    @Test func containerIsReleasedAfterItsShutdown() async throws {
        weak var container: Container?
        do {
            let closing = Container()
            container = closing
            closing.register { Disk() }.scope(.singleton).onDispose { _ in }
            _ = closing.resolve(Disk.self)
            try await closing.shutdown()
        }
        #expect(container == nil)
    }
}
