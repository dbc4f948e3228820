import Seam
import TestKit
import Testing

struct CustomScopeTests {
    private final class Page: Sendable {}

    private let shelves = StrongStorageMaker()
    private let container = Container()
    private var scope: Scope { Scope("shelf") { [shelves] in shelves.make() } }

    @Test func storageDecidesThatAnInstanceIsKept() {
        container.register { Page() }.scope(scope)
        let first = container.resolve(Page.self)
        #expect(container.resolve(Page.self) === first)
        #expect(shelves.made.count == 1)
        #expect(shelves.made[0].instance as AnyObject === first)
    }

    @Test func storageOfNilAsksForANewBuild() {
        container.register { Page() }.scope(scope)
        let first = container.resolve(Page.self)
        shelves.made[0].instance = nil
        let second = container.resolve(Page.self)
        #expect(second !== first)
        #expect(container.resolve(Page.self) === second)
        #expect(shelves.made.count == 1)
    }

    @Test func emptyStorageIsNotAnOptionalServiceThatIsNil() async throws {
        container.register(Page?.self) { Page() }.scope(scope)
        #expect(container.resolve(Page?.self) != nil)
        container.registerAsync(Page?.self, name: "async") { Page() }.scope(scope)
        #expect(try await container.resolveAsync(Page?.self, name: "async") != nil)
    }

    @Test func requestDuringAResetUsesNoStorage() {
        let storage = InterruptedStorage()
        container.register { Page() }.scope(Scope("interrupted") { storage })
        let first = container.resolve(Page.self)
        let during = Box<Page?>()
        storage.beforeClearing.value = { [container] in during.value = container.resolve() }
        container.reset()
        let later: Page = container.resolve()
        #expect(later !== first && later !== during.value && during.value !== first)
        #expect(container.resolve(Page.self) === later)
    }

    @Test func storageIsMadeOnFirstUse() {
        container.register { Page() }.scope(scope)
        #expect(shelves.made.isEmpty)
        _ = container.resolve(Page.self)
        #expect(shelves.made.count == 1)
    }

    @Test func everyKeyAndSetOfArgumentsHasAStorageOfItsOwn() {
        container.register { Page() }.scope(scope)
        container.register(name: "other") { Page() }.scope(scope)
        container.register { (_: Resolver, _: Int) in Page() }.scope(scope)
        for _ in 0..<2 {
            _ = container.resolve(Page.self)
            _ = container.resolve(Page.self, name: "other")
            _ = container.resolve(Page.self, arguments: 1)
            _ = container.resolve(Page.self, arguments: 2)
        }
        #expect(shelves.made.count == 4)
    }

    @Test func copyOfAContainerHasStoragesOfItsOwn() {
        container.register { Page() }.scope(scope)
        let first = container.resolve(Page.self)
        #expect(Container(copying: container).resolve(Page.self) !== first)
        #expect(shelves.made.count == 2)
    }

    @Test func childUsesTheStorageOfTheOwner() {
        container.register { Page() }.scope(scope)
        let first = container.resolve(Page.self)
        #expect(Container(parent: container).resolve(Page.self) === first)
        #expect(shelves.made.count == 1)
    }

    @Test func instanceInAFilledStorageIsUsed() {
        let page = Page()
        let tally = Counter()
        container.register { () -> Page in
            tally.increment()
            return Page()
        }
        .scope(
            Scope("filled") { [shelves] in
                let shelf = shelves.make()
                shelf.instance = page
                return shelf
            }
        )
        #expect(container.resolve(Page.self) === page)
        #expect(tally.count == 0)
    }

    @Test func storageThatForgetsAsksForABuildEveryTime() {
        final class Sieve: InstanceStorage {
            var instance: Any? {
                get { nil }
                set {}
            }
        }
        container.register { Page() }.scope(Scope("sieve") { Sieve() })
        #expect(container.resolve(Page.self) !== container.resolve(Page.self))
    }

    @Test func resetSetsTheStorageToNil() {
        container.register { Page() }.scope(scope)
        let page = WeakReference(container.resolve(Page.self))
        #expect(page.isReleased { container.reset(scope) })
        #expect(shelves.made[0].instance == nil)
    }

    @Test func replacementSetsTheStorageToNil() {
        container.register { Page() }.scope(scope)
        let page = WeakReference(container.resolve(Page.self))
        #expect(page.isReleased { container.register { Page() } })
        #expect(shelves.made[0].instance == nil)
    }

    @Test func resetOfAnotherScopeLeavesTheStorage() {
        container.register { Page() }.scope(scope)
        let page = WeakReference(container.resolve(Page.self))
        container.reset(.cached)
        container.reset(Scope("another") { [shelves] in shelves.make() })
        #expect(page.object != nil)
    }

    @Test func failedBuildStoresNothing() {
        container.register { () throws -> Page in throw StuckThread() }.scope(scope)
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Page.self) }
        #expect(shelves.made.allSatisfy { $0.instance == nil })
    }

    @Test func instanceThatWasResetDuringItsBuildIsNotStored() {
        container.register { [scope] r in
            r.container.reset(scope)
            return Page()
        }
        .scope(scope)
        let first = container.resolve(Page.self)
        #expect(shelves.made[0].instance == nil)
        #expect(container.resolve(Page.self) !== first)
    }

    @Test(.timeLimit(.minutes(15)))
    func instanceThatWasResetDuringItsBuildDoesNotDisturbItsSuccessor() throws {
        let isBuilding = Gate()
        let mayFinish = Gate()
        let tally = Counter()
        container.register { () -> Page in
            if tally.increment() == 1 {
                isBuilding.open()
                mayFinish.wait()
            }
            return Page()
        }
        .scope(scope)
        let slow = WorkerThread { [container] in container.resolve(Page.self) }
        isBuilding.wait()
        container.reset(scope)
        let successor = container.resolve(Page.self)
        mayFinish.open()
        #expect(try slow.value() !== successor)
        #expect(container.resolve(Page.self) === successor)
        #expect(tally.count == 2)
    }
}

/// A storage that calls a closure, once, before it is emptied.
private final class InterruptedStorage: InstanceStorage {
    let beforeClearing = Box<(@Sendable () -> Void)?>(nil)
    private let storage = StrongStorage()

    var instance: Any? {
        get { storage.instance }
        set {
            if newValue == nil { beforeClearing.withLock { exchange(&$0, with: nil) }?() }
            storage.instance = newValue
        }
    }

    /// A storage that asks for another service when it is filled.
    private final class AskingStorage: InstanceStorage {
        private let stored = StrongStorage()
        private let ask: @Sendable () -> Void
        init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }

        var instance: Any? {
            get { stored.instance }
            set {
                if newValue != nil { ask() }
                stored.instance = newValue
            }
        }
    }

    /// Both instances are published by the thread that ends the hook.
    @Test func storagesThatAHookFillsMayAskForEachOther() async {
        let container = Container()
        let isThrough = await Deadline.result {
            container.register { Fixtures.Live() }.scope(.singleton)
                .onCreate { _, resolver in
                    _ = try resolver.tryResolve(Fixtures.Engine.self)
                    _ = try resolver.tryResolve(Fixtures.Mock.self)
                }
            container.register { resolver in
                _ = try resolver.tryResolve(Fixtures.Live.self)
                return Fixtures.Engine()
            }
            .scope(Scope("engine") { AskingStorage { _ = try? container.tryResolve(Fixtures.Mock.self) } })
            container.register { resolver in
                _ = try resolver.tryResolve(Fixtures.Live.self)
                return Fixtures.Mock()
            }
            .scope(Scope("mock") { AskingStorage { _ = try? container.tryResolve(Fixtures.Engine.self) } })
            return (try? container.tryResolve(Fixtures.Live.self)) != nil
        }
        #expect(isThrough == true)
    }
}
