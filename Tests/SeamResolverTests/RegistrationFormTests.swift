import SeamResolver
import Testing

/// The forms of `register` and `resolve`.
struct RegistrationFormTests {
    private let resolver = Resolver()

    @Test func factoryWithoutParametersMakesTheService() {
        resolver.register { Greeter() }
        let greeter: Greeter = resolver.resolve()
        #expect(greeter.text == "Hello")
    }

    @Test func typeMayBeWrittenOut() {
        resolver.register((any Greeting).self) { Greeter() }
        #expect(resolver.resolve((any Greeting).self).text == "Hello")
        #expect(resolver.optional(Greeter.self) == nil)
    }

    @Test func factoryMayBeAFunction() {
        func make() -> Greeter? { Greeter() }
        resolver.register(factory: make)
        #expect(resolver.optional(Greeter.self) != nil)
    }

    @Test func factoryReceivesTheResolver() {
        resolver.register { Greeter() }
        resolver.register { resolver -> Person in
            let person = Person()
            person.greeter = resolver.optional()
            return person
        }
        #expect(resolver.resolve(Person.self).greeter != nil)
    }

    @Test func factoryMayUseStateThatIsNotSendable() {
        let made = Person(age: 0)
        resolver.register { () -> Greeter in
            made.age += 1
            return Greeter()
        }
        .scope(.unique)
        _ = resolver.resolve(Greeter.self)
        _ = resolver.resolve(Greeter.self)
        #expect(made.age == 2)
    }

    @Test func nameSelectsTheRegistration() {
        resolver.register(name: "one") { Person(name: "Grace") }
        resolver.register { Person() }
        #expect(resolver.resolve(Person.self, name: "one").name == "Grace")
        #expect(resolver.resolve(Person.self).name == "Ada")
        #expect(resolver.optional(Person.self, name: "two") == nil)
    }

    @Test func nameOfAStringMayBeMissing() {
        resolver.register { Person() }
        #expect(Resolver.Name.name(fromString: nil) == nil)
        #expect(Resolver.Name.name(fromString: "one") == Resolver.Name("one"))
        #expect(resolver.resolve(Person.self, name: .name(fromString: nil)).name == "Ada")
    }

    @Test func latestRegistrationWins() {
        resolver.register { Person(name: "Ada") }
        resolver.register { Person(name: "Grace") }
        #expect(resolver.resolve(Person.self).name == "Grace")
    }

    @Test func registeringAgainDropsTheCachedInstance() {
        resolver.register { Person(name: "Ada") }.scope(.application)
        _ = resolver.resolve(Person.self)
        resolver.register { Person(name: "Grace") }.scope(.application)
        #expect(resolver.resolve(Person.self).name == "Grace")
    }

    @Test func optionalIsNilIfTheFactoryReturnsNil() {
        var answer: Person?
        resolver.register { answer }.scope(.cached)
        #expect(resolver.optional(Person.self) == nil)
        answer = Person()
        #expect(resolver.optional(Person.self) === answer)
    }

    @Test func optionalTypeIsResolvedAsTheTypeItself() {
        let missing: Person? = resolver.resolve()
        #expect(missing == nil)
        resolver.register { Person() }
        let person: Person? = resolver.resolve()
        #expect(person?.name == "Ada")
    }

    @Test func optionalDoesNotTakeTheServiceOfTheOptionalType() {
        resolver.register(Person?.self) { .some(Person(name: "Grace")) }
        #expect(resolver.optional(Person.self) == nil)
        resolver.register { Person() }
        #expect(resolver.optional(Person.self)?.name == "Ada")
        #expect(resolver.resolve(Person?.self)?.name == "Grace")
    }

    @Test func registrationBuildsWithoutItsScope() {
        let options = resolver.register { Person() }.scope(.application)
        let cached = options.registration.resolve(resolver: resolver, args: nil)
        let new = options.registration.instantiate(resolver: resolver, args: nil)
        #expect(cached === resolver.resolve(Person.self))
        #expect(new != nil && new !== cached)
    }

    @Test func registrationsOfDifferentNamesHaveDifferentCacheKeys() {
        let plain = resolver.register { Person() }.registration
        let named = resolver.register(name: "one") { Person() }.registration
        let other = resolver.register { Greeter() }.registration
        #expect(plain.key == named.key)
        #expect(plain.cacheKey != named.cacheKey)
        #expect(plain.key != other.key)
    }
}
