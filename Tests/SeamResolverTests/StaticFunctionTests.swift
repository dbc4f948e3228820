public import SeamResolver
import TestKit
import Testing

import class Seam.Container

extension Resolver: ResolverRegistering {
    /// Registers a few services.
    public static func registerAllServices() {
        register(name: "first use") { Person(name: "registered") }
        // A request of the same thread finds what is registered so far.
        let person: Person = resolve(name: "first use")
        register(name: "inside") { Person(name: person.name) }
        register(name: "count") { registrations }
        registrations += 1
        if let mocks { root = mocks }
    }
}

/// The root that `registerAllServices` sets in a process of one thread.
nonisolated(unsafe) private var mocks: Resolver?

/// The number of calls of `registerAllServices` in a process of one thread.
nonisolated(unsafe) private var registrations = 0

/// The static functions and properties, each test in a process of its own.
struct StaticFunctionTests {
    @Test func registrationsAreMadeOnceAtTheFirstRequest() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Resolver.register(name: "first use") { Person(name: "earlier") }
            #expect(registrations == 0)
            #expect(Resolver.resolve(Person.self, name: "inside").name == "registered")
            #expect(Resolver.resolve(Person.self, name: "first use").name == "registered")
            Resolver.main.registerServices()
            Resolver.registerServices?()
            #expect(registrations == 1)
        }
    }

    @Test func registrationsAreMadeForAnyResolver() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            _ = Resolver().optional(Person.self)
            #expect(registrations == 1)
        }
    }

    @Test func readingAContainerMakesTheRegistrations() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Resolver.register(name: "later") { Pair<Greeter>(Resolver.resolve(), Resolver.resolve()) }
            let container = Resolver.main.container
            #expect(registrations == 1)
            #expect(container.registrations.count == 4)
        }
    }

    @Test func staticRequestsOfADryRunAreAnsweredByItsCopy() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Resolver.register { _, args in Person(name: args()) }.scope(.application)
            Resolver.register { Pair<Person>(Resolver.resolve(args: "Ada"), Resolver.resolve(args: "Ada")) }
            let graph = Resolver.main.container.dependencyGraph()
            #expect(graph.edges.contains { $0.from == "Pair<Person>" && $0.to == "Person" })
            #expect(throws: Never.self) { try Resolver.main.container.validate() }
            #expect(Resolver.resolve(Person.self, args: "Grace").name == "Grace")
        }
    }

    @Test func otherThreadsWaitForTheRegistrations() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { Resolver.optional(Person.self, name: "inside") != nil }
                }
                for await isFound in group { #expect(isFound) }
            }
            #expect(registrations == 1)
        }
    }

    @Test func resetForgetsRegistrationsAndInstances() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let main = Resolver.main
            let other = Resolver()
            other.register { Greeter() }.scope(.cached)
            let greeter: Greeter = other.resolve()
            Resolver.register { Person() }
            Resolver.root = other
            Resolver.reset()
            #expect(Resolver.main !== main)
            #expect(Resolver.root === Resolver.main)
            #expect(Resolver.optional(Person.self) == nil)
            #expect(greeter !== other.resolve(Greeter.self))
            #expect(Resolver.resolve(Int.self, name: "count") == 2)
        }
    }

    @Test func requestsGoToRootAndRegistrationsToMain() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            struct Owner: Resolving {
                @Injected var person: Person
                @LazyInjected var lazy: Person
                @OptionalInjected var optional: Person?
            }
            Resolver.register { Person(name: "main") }
            let mock = Resolver(child: .main)
            mock.register { Person(name: "mock") }
            #expect(Owner().person.name == "main")
            Resolver.root = mock
            let owner = Owner()
            #expect(owner.person.name == "mock")
            #expect(owner.lazy.name == "mock")
            #expect(owner.optional?.name == "mock")
            #expect(owner.resolver === mock)
            Resolver.register(name: "later") { Person(name: "later") }
            #expect(Resolver.resolve(Person.self, name: "later").name == "later")
            Resolver.main = Resolver()
            #expect(Resolver.main.optional(Person.self) == nil)
        }
    }

    @Test func firstRequestGoesToTheRootThatTheRegistrationsSet() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let app = Resolver()
            app.register(name: "first use") { Person(name: "mock") }
            mocks = app
            let requests: [() -> String?] = [
                { Resolver.resolve(Person.self, name: "first use").name },
                { Resolver.optional(Person.self, name: "first use")?.name },
                { Injected<Person>(name: "first use").wrappedValue.name },
                { OptionalInjected<Person>(name: "first use").wrappedValue?.name },
                { LazyInjected<Person>(name: "first use").wrappedValue.name },
            ]
            for request in requests {
                Resolver.reset()
                #expect(request() == "mock")
            }
        }
    }

    @Test func optionalInjectedAsksTheRootForWhatItsResolverLacks() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let feature = Resolver()
            Resolver.register { Greeter() }
            #expect(OptionalInjected<Greeter>(container: feature).wrappedValue != nil)
            #expect(OptionalInjected<Int8>(container: feature).wrappedValue == nil)
        }
    }

    @Test func defaultScopeIsReadWhenARegistrationIsMade() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Resolver.defaultScope = .application
            Resolver.register { Person() }
            Resolver.defaultScope = .unique
            #expect(Resolver.defaultScope === ResolverScope.unique)
            #expect(Resolver.resolve(Person.self) === Resolver.resolve(Person.self))
        }
    }

    @Test func decoratorSeesEveryService() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            var seen: [String] = []
            Resolver.register { Greeter() }
            Resolver.register { Pair<Greeter>(Resolver.resolve(), Resolver.resolve()) }
            Resolver.registerServices?()
            Resolver.decorate = { seen.append("\(type(of: $0))") }
            _ = Resolver.resolve(Pair<Greeter>.self)
            _ = Resolver.main.optional(Greeter.self)
            #expect(seen == ["Greeter", "Greeter", "Pair<Greeter>", "Greeter"])
            Resolver.decorate = nil
            _ = Resolver.resolve(Greeter.self)
            #expect(seen.count == 4)
        }
    }

    @Test func registerServicesMayBeReplaced() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            Resolver.registerServices = { Resolver.register { Person() } }
            Resolver.registerServices?()
            #expect(Resolver.optional(Person.self) != nil)
        }
    }
}
