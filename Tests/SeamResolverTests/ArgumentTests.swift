import SeamResolver
import TestKit
import Testing

import class Seam.Container

/// The arguments of a request, and `Resolver.Args`.
struct ArgumentTests {
    private let resolver = Resolver()

    @Test func oneArgumentReachesTheFactory() {
        resolver.register { _, args in Person(name: args()) }
        #expect(resolver.resolve(Person.self, args: "Grace").name == "Grace")
        #expect(resolver.optional(Person.self, args: "Alan")?.name == "Alan")
    }

    @Test func keyedArgumentsReachTheFactory() {
        resolver.register { _, args in Person(name: args("name"), age: args.get("age")) }
        let person: Person = resolver.resolve(args: ["name": "Grace", "age": 85])
        #expect(person.name == "Grace")
        #expect(person.age == 85)
    }

    @Test func argumentsMayBePassedOn() {
        resolver.register { _, args in Person(name: args.get()) }
        resolver.register { resolver, args in Pair(resolver.resolve(Person.self, args: args), Person()) }
        let pair: Pair<Person> = resolver.resolve(args: "Grace")
        #expect(pair.first.name == "Grace")
    }

    @Test func innerRequestDoesNotSeeTheArgumentsOfTheOuterOne() {
        resolver.register { _, args in Greeter(text: args.optional()) }
        resolver.register { resolver, args -> Person in
            let person = Person(name: args())
            person.greeter = resolver.resolve()
            return person
        }
        #expect(resolver.resolve(Person.self, args: "Grace").greeter?.text == "Hello")
    }

    @Test func factoryThatAsksForNoArgumentsIgnoresThem() {
        resolver.register { Person() }
        #expect(resolver.resolve(Person.self, args: true).name == "Ada")
    }

    @Test func aliasPassesArgumentsOn() {
        resolver.register { _, args in Greeter(text: args.optional()) }.implements((any Greeting).self)
        #expect(resolver.resolve((any Greeting).self, args: "Hi").text == "Hi")
    }

    @Test func cachedInstanceIsSharedByAllArguments() {
        resolver.register { _, args in Person(name: args()) }.scope(.cached)
        let first: Person = resolver.resolve(args: "Grace")
        let second: Person = resolver.resolve(args: "Alan")
        #expect(first === second)
    }

    @Test func optionalArgumentIsNilIfItIsMissingOrOfAnotherType() {
        let keyed = Resolver.Args(["name": "Ada", "nickname": nil] as [String: Any?])
        #expect(keyed.optional("name") == "Ada")
        #expect(keyed.optional("name") as Int? == nil)
        #expect(keyed.optional("nickname") as String? == nil)
        #expect(keyed.optional("age") as Int? == nil)
        #expect(Resolver.Args(1).optional("name") as Int? == nil)
        #expect(Resolver.Args(nil).optional() as Int? == nil)
        #expect(Resolver.Args(1).optional() == 1)
    }

    @Test func argumentsOfArgumentsAreTheSame() {
        #expect(Resolver.Args(Resolver.Args(1)).get() == 1)
        #expect(Resolver.Args(["only": 1]).get() == 1)
    }

    @Test func argumentOfAnotherTypeStopsTheProgramWithAnExplanation() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let _: Int = Resolver.Args(["age": "36", "name": nil] as [String: Any?]).get("age")
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    The service needs the argument "age" of type 'Int', and was given "age" of type 'String', "name" of nil.
                      To fix it, pass it with the request, as in `Resolver.resolve(args: ["age": …])`, or read it with \
                    `args.optional("age")`.
                    """
                )
        )
    }

    @Test func missingArgumentStopsTheProgramWithAnExplanation() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let resolver = Resolver()
                resolver.register(fileID: "Shop/Modules.swift", line: 8) { _, args in
                    Person(name: "", age: args(fileID: "Shop/Modules.swift", line: 9))
                }
                resolver.register { resolver in Pair<Person>(resolver.resolve(), Person()) }
                _ = resolver.resolve(Pair<Person>.self)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    'Person' needs an argument of type 'Int', and was given no arguments.
                      Path: Pair<Person> → Person   (read at Shop/Modules.swift:9)
                      Registered at Shop/Modules.swift:8.
                      To fix it, pass it with the request, as in `Resolver.resolve(args: …)`, or read it with \
                    `args.optional()`.
                    """
                )
        )
    }
}

extension Greeter {
    fileprivate convenience init(text: String?) {
        self.init()
        self.text = text ?? self.text
    }
}
