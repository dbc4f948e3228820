import Foundation
import Seam
import TestKit
import Testing

/// `onResolved` hooks of async instances, around the moment at which the instance is published.
struct LateResolvedHookTests {
    private final class Disk: Sendable {}
    private final class Store: Sendable {}

    /// A storage that is filled when a gate is opened.
    private final class SlowStorage: InstanceStorage {
        let (isFilled, mayBeFilled) = (Gate(), Gate())
        private let stored = StrongStorage()

        var instance: Any? {
            get { stored.instance }
            set {
                if newValue != nil {
                    isFilled.open()
                    mayBeFilled.wait()
                }
                stored.instance = newValue
            }
        }
    }

    /// A request that ends before a task of its factory has published what it builds.
    @Test func hookFindsItsInstanceBeforeThatIsPublished() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, storage, found) = (Container(), SlowStorage(), Journal<Bool>())
            container.registerAsync { () async in Disk() }
                .scope(Scope("slow") { storage })
                .onResolved { disk, resolver in
                    found.note(try resolver.tryResolve(Disk.self) === disk)
                    storage.mayBeFilled.open()
                }
            container.registerAsync { resolver async in
                Task { _ = try? await resolver.resolveAsync(Disk.self) }
                await storage.isFilled.pass()
                return Store()
            }
            _ = try await container.resolveAsync(Store.self)
            #expect(found.entries == [true])
        }
    }

    /// The request of the disk is cancelled, and so its hooks come too late for it; the store waits for the disk.
    @Test func lateHookRunsWhenItsInstanceIsPublished() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, found) = (Container(), Journal<Bool>())
            let (isCreating, isOver, isGiven, hasRun) = (Gate(), Gate(), Gate(), Gate())
            container.registerAsync { () async in Disk() }
                .scope(.singleton)
                .onCreate { _, resolver in
                    Task { _ = try? await resolver.resolveAsync(Store.self) }
                    isCreating.open()
                    isGiven.wait()
                    // The store is built meanwhile, and has to wait.
                    Thread.sleep(forTimeInterval: 0.05)
                }
            container.registerAsync { resolver async throws in
                _ = try await resolver.resolveAsync(Disk.self)
                await isOver.pass()
                isGiven.open()
                return Store()
            }
            .scope(.singleton)
            .onResolved { store, resolver in
                defer { hasRun.open() }
                found.note(try resolver.tryResolve(Store.self) === store)
            }
            let request = Task { _ = try? await container.resolveAsync(Disk.self) }
            await isCreating.pass()
            request.cancel()
            await request.value
            isOver.open()
            await hasRun.pass()
            #expect(found.entries == [true])
        }
    }

    /// The services that the thread is building stand on the path once.
    @Test(.timeLimit(.minutes(15))) func lateHookOfASynchronousServiceHasThePathOfItsThread() async {
        let (container, paths) = (Container(), Journal<[String]>())
        let (isBuilding, mayEnd, hasRun) = (Gate(), Gate(), Gate())
        container.registerAsync { resolver async in
            isBuilding.open()
            await mayEnd.pass()
            _ = resolver.resolve(Store.self)
            hasRun.open()
            return 1
        }
        .scope(.singleton)
        container.register { resolver in
            _ = resolver.resolve(Disk.self)
            return Store()
        }
        .scope(.singleton)
        container.register { Disk() }.scope(.singleton)
            .onResolved { _, resolver in
                do throws(ResolutionError) {
                    _ = try resolver.tryResolve(String.self)
                } catch {
                    paths.note(error.steps)
                }
            }
        let request = Task { _ = try? await container.resolveAsync(Int.self) }
        await isBuilding.pass()
        request.cancel()
        await request.value
        mayEnd.open()
        await hasRun.pass()
        #expect(paths.entries == [["Store", "Disk", "String"]])
    }

    @Test(.timeLimit(.minutes(15))) func taskOfALateHookHasTheBoundContainer() async {
        let (container, found) = (Container(), Journal<Bool>())
        let (isBuilding, mayEnd, hasRun) = (Gate(), Gate(), Gate())
        container.registerAsync { () async in
            isBuilding.open()
            await mayEnd.pass()
            return Disk()
        }
        .scope(.singleton)
        .onResolved { _, _ in
            Task {
                found.note(Container.current === container)
                hasRun.open()
            }
        }
        await withContainer(container) {
            let request = Task { _ = try? await Container.current.resolveAsync(Disk.self) }
            await isBuilding.pass()
            request.cancel()
            await request.value
            mayEnd.open()
            await hasRun.pass()
        }
        #expect(found.entries == [true])
    }

    /// A service that a hook builds of an unpublished instance is published with that, and not before.
    @Test func serviceThatAHookBuildsWaitsForTheHooksOfOthers() async {
        let container = Container()
        let (isBegun, isAsked, isBuilt, mayEnd, isOver) = (Gate(), Gate(), Gate(), Gate(), Flag())
        container.register { resolver in
            isBegun.open()
            isAsked.wait()
            // The hook of the disk waits for the store meanwhile.
            Thread.sleep(forTimeInterval: 0.1)
            _ = try resolver.tryResolve(Disk.self)
            return Store()
        }
        .scope(.singleton)
        .onResolved { _, resolver in
            _ = try resolver.tryResolve(Fixtures.Live.self)
            isBuilt.open()
        }
        container.register { Disk() }.scope(.singleton)
            .onCreate { _, resolver in
                isAsked.open()
                _ = try resolver.tryResolve(Store.self)
                mayEnd.wait()
                isOver.raise()
            }
        container.register { resolver in
            _ = try resolver.tryResolve(Store.self)
            return Fixtures.Live()
        }
        .scope(.singleton)
        let wasOver = await ThreadGroup.results(3) { number -> Bool in
            switch number {
            case 0: return (try? container.tryResolve(Store.self)) == nil
            case 1:
                isBegun.wait()
                return (try? container.tryResolve(Disk.self)) == nil
            default:
                isBuilt.wait()
                let stranger = WorkerThread { try container.tryResolve(Fixtures.Live.self) }
                let end = WorkerThread {
                    _ = try stranger.value()
                    return isOver.isRaised
                }
                Thread.sleep(forTimeInterval: 0.1)
                mayEnd.open()
                return (try? end.value()) == true
            }
        }
        #expect(wasOver == [false, false, true])
    }
}
