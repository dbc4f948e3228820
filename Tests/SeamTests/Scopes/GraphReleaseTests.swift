import TestKit
import Testing

@testable import Seam

/// A graph ends with its outermost request, and a `deinit` at its end may begin another.
struct GraphReleaseTests {
    private final class Node: Sendable {}

    private let container = Container()

    /// The state that the calling thread keeps of a request that has ended.
    private var remains: [String] {
        let record = ThreadLocal.record
        return [
            record.nesting == 0 ? nil : "depth", record.isUnsettled ? "unsettled" : nil,
            record.resolutionObject == nil ? nil : "resolution",
            record.storage.pointee.storedCount == 0 ? nil : "store",
        ]
        .compactMap { $0 }
    }

    @Test func serviceAskedForOnItsOwnLeavesNothingBehind() {
        container.register { Node() }.scope(.graph)
        let node = WeakReference(container.resolve(Node.self))
        #expect(node.object == nil)
        #expect(remains == [])
    }

    @Test func failedServiceAskedForOnItsOwnLeavesNothingBehind() {
        container.register { () throws -> Node in throw Fixtures.Breakdown() }.scope(.graph)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Node.self) }
        #expect(remains == [])
    }

    @Test func optionalRequestAndCollectionLeaveNothingBehind() {
        container.register { Node() }.scope(.graph)
        let optional = WeakReference(container.optional(Node.self))
        let collected = WeakReference(container.all(Node.self)[0])
        let lazy = WeakReference(container.resolve(Lazy<Node>.self).value)
        #expect(optional.object == nil && collected.object == nil && lazy.object == nil)
        #expect(remains == [])
    }

    @Test func dependencyIsReleasedBeforeTheRequestReturns() {
        let living = Counter()
        container.register { CountedObject(living) }.scope(.graph)
        container.register { r in r.resolve(CountedObject.self).isIntact && r.resolve(CountedObject.self).isIntact }
        #expect(container.resolve(Bool.self))
        #expect(living.count == 0)
        #expect(remains == [])
    }

    @Test func instanceThatIsHeldElsewhereLivesOn() {
        let living = Counter()
        container.register { CountedObject(living) }.scope(.graph)
        let held = container.resolve(CountedObject.self)
        _ = container.resolve(CountedObject.self)
        #expect(living.count == 1)
        #expect(held.isIntact)
    }

    @Test(arguments: [1, 2, 16, 17, 30], [false, true])
    func deinitOfAnInstanceMakesARequestOfItsOwn(count: Int, isResolutionFirst: Bool) {
        let ofTheRequest = Box<Node?>()
        let ofTheEnds = Journal<Node>()
        container.register { Node() }.scope(.graph)
        container.register { 1 }.scope(.singleton)
        for number in 0..<count {
            container.register(name: ServiceName("\(number)")) { r in
                DeinitAction { [weak container = r.container] in container.map { ofTheEnds.note($0.resolve()) } }
            }
            .scope(.graph)
        }
        container.register { (r: Resolver) -> String in
            if isResolutionFirst { _ = r.resolve(Int.self) }
            ofTheRequest.value = r.resolve()
            for number in 0..<count { _ = r.resolve(DeinitAction.self, name: ServiceName("\(number)")) }
            return "\(ofTheEnds.entries.count)"
        }
        #expect(container.resolve(String.self) == "0")
        let identities = Set((ofTheEnds.entries + [ofTheRequest.value].compactMap { $0 }).map(ObjectIdentifier.init))
        #expect(ofTheEnds.entries.count == count)
        #expect(identities.count == count + 1)
        #expect(remains == [])
    }

    @Test func deinitOfAnInstanceHasAGraphOfItsOwn() {
        let shared = Counter()
        container.register { Node() }.scope(.graph)
        container.register { r in r.resolve(Node.self) === r.resolve(Node.self) }
        container.register { r in
            DeinitAction { [weak container = r.container] in
                if container?.resolve(Bool.self) == true { shared.increment() }
            }
        }
        .scope(.graph)
        _ = container.resolve(DeinitAction.self)
        #expect(shared.count == 1)
    }

    @Test func deinitsThatMakeRequestsMayFollowEachOther() {
        let (made, dead) = (Counter(), Counter())
        container.register { r in
            let number = made.increment()
            return DeinitAction { [weak container = r.container] in
                dead.increment()
                if number < 50 { _ = container?.resolve(DeinitAction.self) }
            }
        }
        .scope(.graph)
        _ = container.resolve(DeinitAction.self)
        #expect(made.count == 50)
        #expect(dead.count == 50)
        #expect(remains == [])
    }

    @Test func captureOfAFactoryThatWasRemovedIsReleasedAtTheEnd() {
        let dead = Counter()
        do {
            let captured = DeinitAction { dead.increment() }
            container.register { withExtendedLifetime(captured) { Node() } }.scope(.graph)
        }
        container.register { (r: Resolver) -> Int in
            _ = r.resolve(Node.self)
            r.container.unregister(Node.self)
            return dead.count
        }
        _ = container.resolve(Int.self)
        #expect(dead.count == 1)
        #expect(remains == [])
    }
}
