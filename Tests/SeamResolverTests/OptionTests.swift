import SeamResolver
import Testing

/// `implements` and `resolveProperties`.
struct OptionTests {
    private let resolver = Resolver()

    @Test func aliasSharesTheInstance() {
        resolver.register { Greeter() }
            .implements((any Greeting).self)
            .implements((any Greeting).self, name: "one")
            .scope(.cached)
        let greeter: Greeter = resolver.resolve()
        #expect(greeter === resolver.resolve((any Greeting).self) as? Greeter)
        #expect(greeter === resolver.resolve((any Greeting).self, name: "one") as? Greeter)
    }

    @Test func aliasOfANamedServiceFindsThatService() {
        resolver.register(name: "loud") { Greeter() }
            .implements((any Greeting).self)
            .resolveProperties { _, greeter in greeter.text = "HELLO" }
        #expect(resolver.resolve((any Greeting).self).text == "HELLO")
    }

    @Test func propertiesAreSetOnceForEachInstanceInOrder() {
        resolver.register { Person(name: "") }
            .resolveProperties { _, person in person.name += "a" }
            .resolveProperties { _, person in person.name += "b" }
            .scope(.cached)
        _ = resolver.resolve(Person.self)
        #expect(resolver.resolve(Person.self).name == "ab")
    }

    @Test func propertiesAreSetWithResolverAndArguments() {
        resolver.register { Greeter() }
        resolver.register { Person() }
            .resolveProperties { resolver, person, args in
                person.name = args("name")
                person.greeter = resolver.optional()
            }
        let person: Person = resolver.resolve(args: ["name": "Grace"])
        #expect(person.name == "Grace")
        #expect(person.greeter != nil)
    }

    @Test func propertiesCloseACircleOfTheGraph() {
        resolver.register { resolver in Parent(child: resolver.resolve()) }
            .resolveProperties { resolver, parent in resolver.resolve(Child.self).parent = parent }
        resolver.register { Child() }
        let parent: Parent = resolver.resolve()
        #expect(parent.child.parent === parent)
    }

    @Test func updatedFactoryIsCalledFromThenOn() {
        let options = resolver.register { Person() }
        options.registration.update { factory in
            { resolver, args in
                let person = factory(resolver, args)
                person?.age = 1
                return person
            }
        }
        #expect(resolver.resolve(Person.self).age == 1)
    }
}
