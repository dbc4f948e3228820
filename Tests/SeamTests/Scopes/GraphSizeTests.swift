import Seam
import TestKit
import Testing

/// A graph may have any number of services: more than the thread has places for at first.
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

    // MARK: - Hundreds of services

    private static func name(_ number: Int) -> ServiceName { ServiceName("\(number)") }

    /// Registers numbered objects, each of which asks for the one below, unless `fails` for its number.
    private func registerTower(
        _ count: Int,
        in container: Container,
        living: Counter,
        fails: @escaping @Sendable (Int) -> Bool = { _ in false }
    ) {
        for number in 0..<count {
            container.register([CountedObject].self, name: Self.name(number)) { r in
                let below = number == 0 ? [] : try r.tryResolve([CountedObject].self, name: Self.name(number - 1))
                if fails(number) { throw Fixtures.Breakdown() }
                return below.suffix(1) + [CountedObject(living)]
            }
            .scope(.graph)
        }
    }

    @Test func hundredsOfInstancesAreSharedInOneRequest() {
        let (container, living) = (Container(), Counter())
        registerTower(500, in: container, living: living)
        container.register { (r: Resolver) -> Bool in
            let all = (0..<500).reversed().map { r.resolve([CountedObject].self, name: Self.name($0)) }
            let again = (0..<500).map { r.resolve([CountedObject].self, name: Self.name($0)) }
            return living.count == 500 && zip(all, again.reversed()).allSatisfy { $0.last === $1.last }
                && zip(again.dropFirst(), again).allSatisfy { $0.first === $1.last }
        }
        for _ in 0..<3 {
            #expect(container.resolve(Bool.self))
            #expect(living.count == 0)
        }
    }

    @Test func failureInTheMiddleLeavesTheInstancesBelow() {
        let (container, living, tries) = (Container(), Counter(), Counter())
        registerTower(400, in: container, living: living) { $0 == 200 && tries.increment() <= 2 }
        container.register([Int].self) { r in
            (0..<3)
                .map { _ in
                    _ = r.optional([CountedObject].self, name: "unknown")
                    _ = try? r.tryResolve([CountedObject].self, name: Self.name(399))
                    return living.count
                }
        }
        #expect(container.resolve([Int].self) == [200, 200, 400])
        #expect(tries.count == 3)
        #expect(living.count == 0)
    }

    @Test func requestsInAnotherContainerShareInstancesOfTheirOwn() {
        let (container, living) = (Container(), Counter())
        let children = [Container(parent: container), Container(parent: container), Container()]
        for place in [container, children[2]] { registerTower(100, in: place, living: living) }
        container.register { (r: Resolver) -> Int in
            for number in 0..<100 {
                for place in children { _ = place.resolve([CountedObject].self, name: Self.name(number)) }
                _ = r.resolve([CountedObject].self, name: Self.name(99 - number))
            }
            return living.count
        }
        #expect(container.resolve(Int.self) == 400)
        #expect(living.count == 0)
    }

    @Test func serviceThatNeedsItselfAcrossHundredsIsACircle() {
        let container = Container()
        for number in 0..<300 {
            container.register(Int.self, name: Self.name(number)) { r in
                try r.tryResolve(name: Self.name((number + 1) % 300)) + 1
            }
            .scope(.graph)
        }
        let error = ResolutionError.thrown { () throws(ResolutionError) in
            _ = try container.tryResolve(Int.self, name: Self.name(0))
        }
        #expect(error?.code == .circularDependency)
        #expect(error?.path.count == 301)
    }

    @Test func deinitsOfHundredsOfInstancesMakeRequestsOfTheirOwn() {
        let (container, living) = (Container(), Counter())
        registerTower(50, in: container, living: living)
        let counts = Journal<Int>()
        for number in 0..<300 {
            container.register(DeinitAction.self, name: Self.name(number)) { r in
                DeinitAction { [container = r.container] in
                    _ = container.resolve([CountedObject].self, name: Self.name(49))
                    counts.note(living.count)
                }
            }
            .scope(.graph)
        }
        container.register { (r: Resolver) -> Int in
            for number in 0..<300 { _ = r.resolve(DeinitAction.self, name: Self.name(number)) }
            return counts.entries.count
        }
        #expect(container.resolve(Int.self) == 0)
        #expect(counts.entries == Array(repeating: 0, count: 300))
    }
}
