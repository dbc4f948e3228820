import Testing

@testable import Seam

/// A graph ends with its outermost request, and what ends with it may begin another.
struct GraphReleaseTests {
    private final class Node: Sendable {}

    private let container = Container()

    /// What the calling thread keeps of a request that is over.
    private var remains: [String] {
        let record = ThreadLocal.record
        return [
            record.depth == 0 ? nil : "depth", record.isUnsettled ? "unsettled" : nil,
            record.shared == nil ? nil : "resolution", record.storage.pointee.shelvedCount == 0 ? nil : "shelf",
        ]
        .compactMap { $0 }
    }

    @Test func serviceAskedForOnItsOwnLeavesNothingBehind() {
        container.register { Node() }.scope(.graph)
        weak let node = container.resolve(Node.self)
        #expect(node == nil)
        #expect(remains == [])
    }

    @Test func failedServiceAskedForOnItsOwnLeavesNothingBehind() {
        container.register { () throws -> Node in throw Fixtures.Breakdown() }.scope(.graph)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Node.self) }
        #expect(remains == [])
    }

    @Test func optionalRequestAndCollectionLeaveNothingBehind() {
        container.register { Node() }.scope(.graph)
        weak let optional = container.optional(Node.self)
        weak let collected = container.all(Node.self)[0]
        weak let lazy = container.resolve(Lazy<Node>.self).value
        #expect(optional == nil && collected == nil && lazy == nil)
        #expect(remains == [])
    }

    @Test func dependencyIsReleasedBeforeTheRequestReturns() {
        let living = LivingCount()
        container.register { Parcel(living) }.scope(.graph)
        container.register { r in r.resolve(Parcel.self).isIntact && r.resolve(Parcel.self).isIntact }
        #expect(container.resolve(Bool.self))
        #expect(living.count == 0)
        #expect(remains == [])
    }

    @Test func instanceThatSomebodyHoldsLivesOn() {
        let living = LivingCount()
        container.register { Parcel(living) }.scope(.graph)
        let held = container.resolve(Parcel.self)
        _ = container.resolve(Parcel.self)
        #expect(living.count == 1)
        #expect(held.isIntact)
    }

    @Test(arguments: [1, 2, 16, 17, 30], [false, true])
    func endOfAnInstanceBeginsARequestOfItsOwn(count: Int, isResolutionFirst: Bool) {
        let ofTheRequest = Fixtures.Cell<Node>()
        let ofTheEnds = Fixtures.Journal<Node>()
        container.register { Node() }.scope(.graph)
        container.register { 1 }.scope(.singleton)
        for number in 0..<count {
            container.register(name: ServiceName("\(number)")) { r in
                Farewell { [weak container = r.container] in container.map { ofTheEnds.note($0.resolve()) } }
            }
            .scope(.graph)
        }
        container.register { (r: Resolver) -> String in
            if isResolutionFirst { _ = r.resolve(Int.self) }
            ofTheRequest.value = r.resolve()
            for number in 0..<count { _ = r.resolve(Farewell.self, name: ServiceName("\(number)")) }
            return "\(ofTheEnds.values.count)"
        }
        #expect(container.resolve(String.self) == "0")
        let identities = Set((ofTheEnds.values + [ofTheRequest.value].compactMap { $0 }).map(ObjectIdentifier.init))
        #expect(ofTheEnds.values.count == count)
        #expect(identities.count == count + 1)
        #expect(remains == [])
    }

    @Test func endOfAnInstanceHasAGraphOfItsOwn() {
        let shared = Tally()
        container.register { Node() }.scope(.graph)
        container.register { r in r.resolve(Node.self) === r.resolve(Node.self) }
        container.register { r in
            Farewell { [weak container = r.container] in
                if container?.resolve(Bool.self) == true { shared.next() }
            }
        }
        .scope(.graph)
        _ = container.resolve(Farewell.self)
        #expect(shared.count == 1)
    }

    @Test func endsThatBeginRequestsMayFollowEachOther() {
        let (made, dead) = (Tally(), Tally())
        container.register { r in
            let number = made.next()
            return Farewell { [weak container = r.container] in
                dead.next()
                if number < 50 { _ = container?.resolve(Farewell.self) }
            }
        }
        .scope(.graph)
        _ = container.resolve(Farewell.self)
        #expect(made.count == 50)
        #expect(dead.count == 50)
        #expect(remains == [])
    }

    @Test func captureOfAFactoryThatWasRemovedIsReleasedAtTheEnd() {
        let dead = Tally()
        do {
            let captured = Farewell { dead.next() }
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
