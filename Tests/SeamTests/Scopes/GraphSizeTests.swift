import Seam
import TestKit
import Testing

/// A graph may have any number of services: more than the thread has places for.
struct GraphSizeTests {
    private typealias Object = any AnyObject & Sendable

    private static let counts = [1, 2, 15, 16, 17, 18, 33, 60]

    /// The instances that the requests return inside one outermost request.
    private func objects(of requests: [Fixtures.StageRequest], in container: Container) -> [Object] {
        container.register([Object].self, name: "all of them") { r in requests.map { $0(r) } }
        return container.resolve([Object].self, name: "all of them")
    }

    private func identities(_ objects: some Collection<Object>) -> [ObjectIdentifier] {
        objects.map { ObjectIdentifier($0) }
    }

    @Test(arguments: counts, [false, true])
    func everyServiceIsBuiltOnceAndFoundAgain(count: Int, isNested: Bool) {
        let container = Container()
        let made = Counter()
        let requests = Fixtures.registerStages(count, nested: isNested, in: container, made: made)
        let objects = objects(of: requests + requests + requests.reversed(), in: container)
        #expect(made.count == count)
        let first = identities(objects[..<count])
        #expect(Set(first).count == count)
        #expect(identities(objects[count..<(2 * count)]) == first)
        #expect(identities(objects[(2 * count)...]) == first.reversed())
    }

    @Test(arguments: counts)
    func nestedServicesHoldTheSameInstances(count: Int) throws {
        let container = Container()
        let requests = Fixtures.registerStages(count, nested: true, in: container)
        let top = try #require(requests.last)
        let objects = objects(of: [top] + requests, in: container)
        let tower = Array(sequence(first: objects[0]) { ($0 as? any Fixtures.Floor)?.below })
        #expect(identities(tower.reversed()) == identities(objects.dropFirst()))
    }

    @Test(arguments: counts, [false, true])
    func nextRequestBuildsAllServicesAgain(count: Int, isNested: Bool) {
        let container = Container()
        let made = Counter()
        let requests = Fixtures.registerStages(count, nested: isNested, in: container, made: made)
        let first = objects(of: requests, in: container)
        let second = objects(of: requests, in: container)
        #expect(made.count == 2 * count)
        #expect(Set(identities(first + second)).count == 2 * count)
    }

    @Test(arguments: counts)
    func instancesBeforeAndAfterTheStartOfAResolutionAreShared(count: Int) {
        let container = Container()
        let made = Counter()
        let requests = Fixtures.registerStages(count, nested: false, in: container, made: made)
        let half = Array(requests.prefix(count / 2))
        // A kept instance needs more than a place of the thread: the request has a `Resolution` from then on.
        container.register([Object].self, name: "kept") { r in requests.map { $0(r) } }.scope(.singleton)
        container.register([Object].self, name: "all of them") { r in
            half.map { $0(r) } + r.resolve([Object].self, name: "kept") + requests.map { $0(r) }
        }
        let objects = container.resolve([Object].self, name: "all of them")
        #expect(made.count == count)
        #expect(identities(objects.prefix(half.count)) == identities(objects.dropFirst(half.count).prefix(half.count)))
        #expect(identities(objects.suffix(count)) == identities(objects.dropFirst(half.count).prefix(count)))
    }

    @Test(arguments: counts)
    func allInstancesAreReleasedAtTheEnd(count: Int) {
        let container = Container()
        let living = Counter()
        for number in 0..<count {
            container.register(CountedObject.self, name: ServiceName("\(number)")) { CountedObject(living) }
                .scope(.graph)
        }
        container.register(Int.self) { r in
            for number in 0..<count { _ = r.resolve(CountedObject.self, name: ServiceName("\(number)")) }
            return living.count
        }
        #expect(container.resolve(Int.self) == count)
        #expect(living.count == 0)
    }
}
