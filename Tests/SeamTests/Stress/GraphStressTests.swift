import Seam
import TestKit
import Testing

/// Each request of each thread has a graph of its own, unaffected by other threads.
struct GraphStressTests {
    private static let threads = 6
    private static let rounds = 400
    private static let services = 24

    private struct Holder: Sendable {
        let objects: [CountedObject]
    }

    private static func name(_ number: Int) -> ServiceName { ServiceName("\(number)") }

    /// Asks for services in a random order and in several ways; `nil` if two of one number differ.
    private static func collect(_ r: Resolver, seed: UInt64) -> Holder? {
        var generator = SeededGenerator(seed: seed)
        var found: [Int: CountedObject] = [:]
        for _ in 0..<(2 * services) {
            let number = Int.random(in: 0..<services, using: &generator)
            let counted: CountedObject? =
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: r.optional(CountedObject.self, name: name(number))
                case 1: r.resolve(Lazy<CountedObject>.self, name: name(number)).value
                case 2: r.resolve(Provider<CountedObject>.self, name: name(number))()
                case 3: r.resolve(CountedObject?.self, name: name(number))
                default: r.resolve(CountedObject.self, name: name(number))
                }
            guard let counted, counted.isIntact, found[number] ?? counted === counted else { return nil }
            found[number] = counted
        }
        return Holder(objects: Array(found.values))
    }

    private static func register(_ number: Int, in container: Container, _ living: Counter) {
        container.register(name: name(number)) { (r: Resolver) -> CountedObject in
            if number > 0, number.isMultiple(of: 3) { _ = r.resolve(CountedObject.self, name: name(number - 1)) }
            return CountedObject(living)
        }
        .scope(.graph)
    }

    @Test(.timeLimit(.minutes(15)))
    func requestsOfAllThreadsAreKeptApart() throws {
        let living = Counter()
        let container = Container()
        for number in 0..<Self.services { Self.register(number, in: container, living) }
        container.register { (r: Resolver, seed: UInt64) in Self.collect(r, seed: seed) }
        let failures = try ThreadGroup.run(Self.threads) { thread -> Int in
            var failures = 0
            var previous: Holder?
            for round in 0..<Self.rounds {
                let seed = UInt64(thread * Self.rounds + round)
                guard let holder = container.resolve(Holder?.self, arguments: seed) else {
                    failures += 1
                    continue
                }
                let former = previous?.objects.map(ObjectIdentifier.init) ?? []
                if !Set(former).isDisjoint(with: holder.objects.map(ObjectIdentifier.init)) { failures += 1 }
                previous = holder
            }
            return failures
        }
        #expect(failures == Array(repeating: 0, count: Self.threads))
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func changingRegistrationsNeverBreakARequest() throws {
        let living = Counter()
        let container = Container()
        let scopes: [Scope] = [.graph, .graph, .graph, .unique, .cached, .shared]
        for number in 0..<Self.services { Self.register(number, in: container, living) }
        let broken = try ThreadGroup.run(Self.threads) { thread -> Int in
            var generator = SeededGenerator(seed: UInt64(thread))
            var broken = 0
            for _ in 0..<(4 * Self.rounds) {
                let number = Int.random(in: 0..<Self.services, using: &generator)
                guard thread > 0 else {
                    let scope = scopes.randomElement(using: &generator) ?? .graph
                    container.register(name: Self.name(number)) { CountedObject(living) }.scope(scope)
                    continue
                }
                container.register(Bool.self, name: Self.name(100 + thread)) { r in
                    let objects = (0..<3)
                        .map { r.resolve(CountedObject.self, name: Self.name((number + $0) % Self.services)) }
                    return (objects + objects.map { _ in r.resolve(CountedObject.self, name: Self.name(number)) })
                        .allSatisfy(\.isIntact)
                }
                if !container.resolve(Bool.self, name: Self.name(100 + thread)) { broken += 1 }
            }
            return broken
        }
        container.removeAll()
        #expect(broken == Array(repeating: 0, count: Self.threads))
        #expect(living.count == 0)
    }
}
