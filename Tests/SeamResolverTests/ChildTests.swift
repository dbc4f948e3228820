import SeamResolver
import Testing

/// Resolvers that search others.
struct ChildTests {
    @Test func childIsSearchedForMissingServices() {
        let child = Resolver()
        let resolver = Resolver(child: child)
        child.register { Person(name: "Grace") }
        #expect(resolver.resolve(Person.self).name == "Grace")
        resolver.register { Person(name: "Ada") }
        #expect(resolver.resolve(Person.self).name == "Ada")
        #expect(child.resolve(Person.self).name == "Grace")
    }

    @Test func addedChildrenAreSearchedInOrderAndInDepth() {
        let (resolver, first, second, inner) = (Resolver(), Resolver(), Resolver(), Resolver())
        resolver.add(child: first)
        resolver.add(child: second)
        first.add(child: inner)
        second.register { Person(name: "second") }
        #expect(resolver.resolve(Person.self).name == "second")
        inner.register { Person(name: "inner") }
        #expect(resolver.resolve(Person.self).name == "inner")
        resolver.register { Person(name: "own") }
        #expect(resolver.resolve(Person.self).name == "own")
    }

    @Test func childThatIsAddedToAParentIsSearched() {
        let (parent, added) = (Resolver(), Resolver())
        let resolver = Resolver(child: parent)
        parent.add(child: added)
        added.register(name: "one") { Person() }
        #expect(resolver.optional(Person.self, name: "one") != nil)
        #expect(resolver.optional(Person.self) == nil)
    }

    @Test func ringOfChildrenIsSearchedOnce() {
        let (first, second) = (Resolver(), Resolver())
        first.add(child: second)
        second.add(child: first)
        #expect(first.optional(Person.self) == nil)
        second.register { Person() }
        #expect(first.optional(Person.self) != nil)
    }

    @Test(arguments: [true, false])
    func factoryReceivesTheResolverThatWasAsked(_ isAdded: Bool) {
        let child = Resolver()
        let resolver = isAdded ? Resolver() : Resolver(child: child)
        if isAdded { resolver.add(child: child) }
        child.register { Greeter() }
        child.register { asked -> Person in
            #expect(asked === resolver)
            let person = Person()
            person.greeter = asked.resolve()
            return person
        }
        resolver.register { Loud() as Greeter }
        #expect(resolver.resolve(Person.self).greeter is Loud)
    }

    @Test func aliasFindsTheServiceOfTheResolverThatWasAsked() {
        let child = Resolver()
        let resolver = Resolver(child: child)
        child.register { Greeter() }.implements((any Greeting).self)
        resolver.register { Loud() as Greeter }
        #expect(resolver.resolve((any Greeting).self) is Loud)
        #expect(!(child.resolve((any Greeting).self) is Loud))
    }

    @Test func cachedInstanceIsSharedWithTheChild() {
        let child = Resolver()
        let resolver = Resolver(child: child)
        child.register { Person() }.scope(.application)
        #expect(resolver.resolve(Person.self) === child.resolve(Person.self))
    }
}

private final class Loud: Greeter {}
