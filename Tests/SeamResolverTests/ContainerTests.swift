import SeamResolver
import TestKit
import Testing

import class Seam.Container
import struct Seam.ValidationError

/// The containers behind resolvers, which a program reaches when it begins to use Seam itself.
struct ContainerTests {
    @Test func servicesOfTheContainerAreFound() {
        let resolver = Resolver()
        resolver.container.register { Person(name: "Seam") }.scope(.singleton)
        #expect(resolver.resolve(Person.self).name == "Seam")
        #expect(resolver.resolve(Person.self, args: 1) === resolver.container.resolve(Person.self))
    }

    @Test func servicesOfTheResolverAreFoundInTheContainer() {
        let resolver = Resolver()
        resolver.register { asked -> Person in
            #expect(asked === resolver)
            return Person()
        }
        .scope(.application)
        #expect(resolver.container.resolve(Person.self) === resolver.resolve(Person.self))
    }

    @Test func factoryGetsTheResolverOfAContainerBelow() {
        let resolver = Resolver()
        resolver.register { asked in Pair<Person>(asked.resolve(), asked.resolve()) }
        let container = Container(parent: resolver.container)
        container.register { Person(name: "below") }
        #expect(container.resolve(Pair<Person>.self).first.name == "below")
    }

    @Test func containerIsValidated() throws {
        let resolver = Resolver()
        resolver.register { resolver in Parent(child: resolver.resolve()) }
        #expect(throws: ValidationError.self) { try resolver.container.validate() }
        resolver.register { Child() }
        try resolver.container.validate()
    }

    @Test func mainFindsTheServicesOfTheMainContainer() async {
        await #expect(processExitsWith: .success) {
            Container.main.register { Person(name: "main container") }
            #expect(Resolver.resolve(Person.self).name == "main container")
            Resolver.register { Person(name: "resolver") }
            #expect(Resolver.resolve(Person.self).name == "resolver")
            Resolver.reset()
            #expect(Resolver.resolve(Person.self).name == "main container")
        }
    }

    @Test func resolverIsReleasedWithItsRegistrations() {
        let living = Counter()
        do {
            let resolver = Resolver(child: Resolver())
            let counted = CountedObject(living)
            resolver.register { () -> Person in
                withExtendedLifetime(counted) { Person() }
            }
            .implements(Any.self)
            .scope(.cached)
            _ = resolver.resolve(Person.self)
        }
        #expect(living.count == 0)
    }

    @Test func instanceIsBuiltOnceByManyThreads() async throws {
        let (resolver, built) = (Resolver(), Counter())
        resolver.register { () -> Service in
            built.increment()
            return Service()
        }
        .scope(.application)
        let instances = try #require(await ThreadGroup.results(4) { _ in resolver.resolve(Service.self) })
        #expect(built.count == 1)
        #expect(instances.allSatisfy { $0 === instances[0] })
    }

    @Test func optionalRequestStopsIfAServiceOfTheContainerCannotBeBuilt() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let resolver = Resolver()
                resolver.container.register { services in Parent(child: try services.tryResolve()) }
                _ = resolver.optional(Parent.self)
            }
        )
        #expect(result.standardErrorText.contains("No registration for 'Child'."))
    }
}

private final class Service: Sendable {}
