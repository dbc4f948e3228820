import TestKit
import Testing

@testable import Seam

/// Builds that begin while a reset is under way: they may be given what the reset is about to drop.
struct OverlappingResetTests {
    private final class Thing: Sendable {}

    private final class Holder: Sendable {
        let first: Thing
        let second: Thing

        init(_ first: Thing, _ second: Thing) { (self.first, self.second) = (first, second) }
    }

    @Test(arguments: [Scope].keepingOrShared, [true, false])
    func buildDuringAResetIsNotKept(scope: Scope, isOfAll: Bool) {
        let container = Container()
        container.register { Thing() }.scope(scope)
        let reset = isOfAll ? nil : scope
        _ = container.beginReset(reset)
        let during = (container.resolve(Thing.self), container.resolve(Thing.self))
        #expect(during.0 !== during.1)
        container.endReset(reset)
        let after: Thing = container.resolve()
        #expect(after !== during.0 && after !== during.1)
        #expect(container.resolve(Thing.self) === after)
    }

    /// An override is filed at every level of the chain, and has one instance, at the innermost one.
    @Test(arguments: [true, false]) func overrideThatIsBuiltDuringAResetIsNotKept(isOfInnermost: Bool) throws {
        try withContainer(Container(parent: Container())) {
            try withOverrides {
                $0.register { Thing() }.scope(.singleton)
            } operation: {
                let innermost = Container.current
                let level = isOfInnermost ? innermost : try #require(innermost.parent)
                _ = level.beginReset(nil)
                let during: Thing = innermost.resolve()
                level.endReset(nil)
                #expect(innermost.resolve(Thing.self) !== during)
            }
        }
    }

    private final class Wrapper: Wrapping {
        let thing: Thing

        init(_ thing: Thing) { self.thing = thing }
    }

    private protocol Wrapping: Sendable {
        var thing: Thing { get }
    }

    /// The child keeps the decorated alias, and the parent the service that it is made of.
    @Test func aliasThatIsBuiltDuringAResetOfItsTargetIsNotKept() {
        let parent = Container()
        parent.register(Wrapper.self) { Wrapper(Thing()) }.scope(.singleton)
        let child = Container(parent: parent)
        child.register(Wrapper.self) { Wrapper(Thing()) }.implements((any Wrapping).self)
        child.unregister(Wrapper.self)
        child.decorate((any Wrapping).self) { wrapping, _ in Wrapper(wrapping.thing) }
        _ = parent.beginReset(nil)
        _ = child.resolve((any Wrapping).self)
        parent.endReset(nil)
        #expect(child.resolve((any Wrapping).self).thing === parent.resolve(Wrapper.self).thing)
    }

    @Test func buildDuringAResetWithHooksIsNotKept() {
        let container = Container()
        container.register { Thing() }.scope(.cached).onCreate { _, _ in }
        _ = container.beginReset(.cached)
        let during: Thing = container.resolve()
        container.endReset(.cached)
        #expect(container.resolve(Thing.self) !== during)
    }

    private struct Argument: Hashable, Sendable {
        let counted: CountedObject

        static func == (left: Self, right: Self) -> Bool { left.counted === right.counted }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(counted)) }
    }

    @Test func argumentsOfABuildDuringAResetAreReleased() {
        let (container, living) = (Container(), Counter())
        container.register { (_: Resolver, _: Argument) in Thing() }.scope(.cached)
        _ = container.beginReset(.cached)
        _ = container.resolve(Thing.self, arguments: Argument(counted: CountedObject(living)))
        container.endReset(.cached)
        #expect(living.count == 0)
    }

    @Test func asyncBuildDuringAResetIsNotKept() async throws {
        let container = Container()
        container.registerAsync { Thing() }.scope(.cached)
        _ = container.beginReset(nil)
        let during: Thing = try await container.resolveAsync()
        container.endReset(nil)
        let after: Thing = try await container.resolveAsync()
        #expect(after !== during)
        #expect(try await container.resolveAsync(Thing.self) === after)
    }

    @Test func buildUnderAnotherScopeIsKept() {
        let container = Container()
        container.register { Thing() }.scope(.singleton)
        _ = container.beginReset(.cached)
        let during: Thing = container.resolve()
        container.endReset(.cached)
        #expect(container.resolve(Thing.self) === during)
    }

    @Test func graphIsSharedDuringAReset() {
        let container = Container()
        container.register { Thing() }.scope(.graph).onCreate { _, _ in }
        container.register { Holder($0.resolve(), $0.resolve()) }
        _ = container.beginReset(nil)
        defer { container.endReset(nil) }
        let holder: Holder = container.resolve()
        #expect(holder.first === holder.second)
    }

    @Test func resetsMayOverlap() {
        let container = Container()
        container.register { Thing() }.scope(.cached)
        _ = container.beginReset(.cached)
        _ = container.beginReset(nil)
        container.endReset(.cached)
        #expect(container.resolve(Thing.self) !== container.resolve(Thing.self))
        container.endReset(nil)
        #expect(container.resolve(Thing.self) === container.resolve(Thing.self))
    }

    /// A storage that calls a closure before it is emptied.
    private final class CallingStorage: InstanceStorage {
        let beforeEmptying = Box<(@Sendable () -> Void)?>()
        private let content = Box<Thing?>()

        var instance: Any? {
            get { content.value }
            set {
                if newValue == nil { beforeEmptying.value?() }
                content.value = newValue as? Thing
            }
        }
    }

    @Test func buildWhileAStorageIsEmptiedIsNotKept() {
        let (container, storage) = (Container(), CallingStorage())
        container.register { Thing() }.scope(Scope("stored") { storage })
        container.register { Holder($0.resolve(), $0.resolve()) }.scope(.cached)
        let former: Thing = container.resolve()
        _ = container.resolve(Holder.self)
        storage.beforeEmptying.value = { _ = container.resolve(Holder.self) }
        container.reset()
        storage.beforeEmptying.value = nil
        let holder: Holder = container.resolve()
        #expect(holder.first !== former)
        #expect(holder.first === container.resolve(Thing.self))
    }

    @Test func storageIsFilledAnewAfterAReset() {
        let (container, storage) = (Container(), CallingStorage())
        container.register { Thing() }.scope(Scope("stored") { storage })
        let former: Thing = container.resolve()
        container.reset()
        let thing: Thing = container.resolve()
        #expect(thing !== former)
        #expect(container.resolve(Thing.self) === thing)
    }

    @Test func buildDuringAResetLeavesTheStorageToALaterOne() {
        let (container, storage) = (Container(), CallingStorage())
        let (isReset, later) = (Flag(), Box<Thing?>())
        container.register {
            if isReset.raise() {
                container.endReset(nil)
                JoinedThread.value { later.value = container.resolve(Thing.self) }
            }
            return Thing()
        }
        .scope(Scope("stored") { storage })
        _ = container.beginReset(nil)
        let during: Thing = container.resolve()
        #expect(later.value !== during)
        #expect(container.resolve(Thing.self) === later.value)
    }
}
