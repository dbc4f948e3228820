import SeamResolver
import TestKit
import Testing

import class Seam.Container

/// The time for which each scope caches an instance.
struct ScopeTests {
    private let resolver = Resolver()

    @Test func graphSharesObjectsWithinOneRequest() {
        resolver.register { Greeter() }
        resolver.register { resolver in Pair<Greeter>(resolver.resolve(), resolver.resolve()) }
        let pair: Pair<Greeter> = resolver.resolve()
        #expect(pair.first === pair.second)
        #expect(pair.first !== resolver.resolve(Greeter.self))
    }

    @Test func graphSharesObjectsBehindProtocols() throws {
        resolver.register { Greeter() as any Greeting }
        resolver.register { Ticket() as any Numbered<Int> }
        resolver.register { resolver in Pair<any Greeting>(resolver.resolve(), resolver.resolve()) }
        resolver.register { resolver in Pair<any Numbered<Int>>(resolver.resolve(), resolver.resolve()) }
        let pair: Pair<any Greeting> = resolver.resolve()
        #expect(pair.first as? Greeter === pair.second as? Greeter)
        let tickets: Pair<any Numbered<Int>> = resolver.resolve()
        #expect(tickets.first as? Ticket === tickets.second as? Ticket)
    }

    @Test func scopeIsThatOfTheResolverWhateverItsContainerHasAsDefault() {
        resolver.container.defaultScope = .unique
        resolver.register { Greeter() }
        resolver.register { resolver in Pair<Greeter>(resolver.resolve(), resolver.resolve()) }
        let pair: Pair<Greeter> = resolver.resolve()
        #expect(pair.first === pair.second)
    }

    @Test func graphDoesNotShareValues() {
        resolver.register { Stamp() }
        resolver.register { resolver in Pair<Stamp>(resolver.resolve(), resolver.resolve()) }
        let pair: Pair<Stamp> = resolver.resolve()
        #expect(!pair.first.isCopy(of: pair.second))
    }

    @Test func uniqueSharesNothing() {
        resolver.register { Greeter() }.scope(.unique)
        resolver.register { resolver in Pair<Greeter>(resolver.resolve(), resolver.resolve()) }
        let pair: Pair<Greeter> = resolver.resolve()
        #expect(pair.first !== pair.second)
    }

    @Test func sharedInstanceIsHeldWeakly() {
        let living = Counter()
        resolver.register { CountedPerson(living) }.scope(.shared)
        var person: CountedPerson? = resolver.resolve(CountedPerson.self)
        #expect(person === resolver.resolve(CountedPerson.self))
        person = nil
        #expect(living.count == 0)
        _ = resolver.resolve(CountedPerson.self)
    }

    @Test func sharedInstanceBehindAProtocolIsHeldWeakly() {
        resolver.register { Greeter() as any Greeting }.scope(.shared)
        var greeting: (any Greeting)? = resolver.resolve((any Greeting).self)
        struct Reference { weak var object: Greeter? }
        let held = Reference(object: greeting as? Greeter)
        #expect(resolver.resolve((any Greeting).self) as? Greeter === held.object)
        greeting = nil
        #expect(held.object == nil)
    }

    @Test func sharedScopeBuildsAValueForEachRequest() {
        resolver.register { Stamp() }.scope(.shared)
        resolver.register { Stamp() as any Greeting }.scope(.shared)
        #expect(!resolver.resolve(Stamp.self).isCopy(of: resolver.resolve()))
        let (first, second) = (resolver.resolve((any Greeting).self), resolver.resolve((any Greeting).self))
        #expect((first as? Stamp)?.isCopy(of: second as! Stamp) == false)
    }

    @Test func containerScopeKeepsOneInstanceForEachResolver() {
        resolver.register { Person() }.scope(.container)
        let other = Resolver(child: resolver)
        let own: Person = resolver.resolve()
        let others: Person = other.resolve()
        #expect(own === resolver.resolve(Person.self))
        #expect(others === other.resolve(Person.self))
        #expect(own !== others)
        other.cache.reset()
        #expect(own === resolver.resolve(Person.self))
        #expect(others !== other.resolve(Person.self))
    }

    @Test func scopesOfTheProgramAreResetSeparately() {
        let (session, documents) = (ResolverScopeCache(), ResolverScopeCache())
        resolver.register { Person() }.scope(session)
        resolver.register { Greeter() }.scope(documents)
        let (person, greeter) = (resolver.resolve(Person.self), resolver.resolve(Greeter.self))
        session.reset()
        #expect(person !== resolver.resolve(Person.self))
        #expect(greeter === resolver.resolve(Greeter.self))
    }

    @Test func resetReachesEveryResolver() {
        let session = ResolverScopeCache()
        let others = (0..<40).map { _ in Resolver() }
        let first = others.map { other in
            other.register { Person() }.scope(session)
            return other.resolve(Person.self)
        }
        session.reset()
        #expect(zip(others, first).allSatisfy { $0.resolve(Person.self) !== $1 })
    }

    @Test func resetReleasesTheInstances() {
        let (session, living) = (ResolverScopeCache(), Counter())
        resolver.register { CountedPerson(living) }.scope(session)
        _ = resolver.resolve(CountedPerson.self)
        #expect(living.count == 1)
        session.reset()
        #expect(living.count == 0)
    }

    @Test func sharedResetForgetsAnInstanceThatIsHeld() {
        let shared = ResolverScopeShare()
        resolver.register { Person() }.scope(shared)
        let person: Person = resolver.resolve()
        shared.reset()
        #expect(person !== resolver.resolve(Person.self))
    }
}

private final class CountedPerson {
    private let living: Counter

    init(_ living: Counter) {
        self.living = living
        living.increment()
    }

    deinit { living.add(-1) }
}
