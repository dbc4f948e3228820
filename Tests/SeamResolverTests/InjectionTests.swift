import SeamResolver
import TestKit
import Testing

/// The resolver that the owners ask.
private let services: Resolver = {
    let resolver = Resolver()
    resolver.register { Greeter() }.implements((any Greeting).self).scope(.application)
    resolver.register(name: "one") { Person(name: "one") }
    resolver.register(name: "arguments") { _, args in Person(name: args("name")) }
    resolver.register { Person() }.scope(.shared)
    return resolver
}()

/// The property wrappers.
struct InjectionTests {
    @Test func injectedIsResolvedWithItsOwner() {
        struct Owner {
            @Injected(container: services) var greeter: any Greeting
            @Injected(name: "one", container: services) var person: Person
        }
        var owner = Owner()
        #expect(owner.greeter is Greeter)
        #expect(owner.person.name == "one")
        owner.person = Person(name: "two")
        #expect(owner.$person.wrappedValue.name == "two")
    }

    @Test func optionalInjectedIsNilIfNothingIsRegistered() {
        struct Owner {
            @OptionalInjected(container: services) var greeter: Greeter?
            @OptionalInjected(container: services) var number: Int?
        }
        var owner = Owner()
        #expect(owner.greeter != nil)
        #expect(owner.number == nil)
        owner.greeter = nil
        #expect(owner.greeter == nil)
    }

    @Test func lazyInjectedIsResolvedOnFirstRead() {
        class Owner {
            @LazyInjected(container: services) var person: Person
            init() { $person.name = "arguments" }
        }
        let owner = Owner()
        #expect(owner.$person.isEmpty)
        owner.$person.args = ["name": "Grace"]
        #expect(owner.person.name == "Grace")
        #expect(!owner.$person.isEmpty)
        #expect(owner.person === owner.person)
        owner.person = Person(name: "set")
        #expect(owner.person.name == "set")
    }

    @Test func lazyInjectedResolvesAgainAfterARelease() {
        class Owner {
            @LazyInjected(name: "one", container: services) var person: Person
        }
        let owner = Owner()
        let first = owner.person
        owner.$person.release()
        #expect(owner.$person.isEmpty)
        #expect(owner.person !== first)
    }

    @Test func weakLazyInjectedIsGoneWithTheLastReference() {
        class Owner {
            @WeakLazyInjected(container: services) var person: Person?
        }
        let owner = Owner()
        var person: Person? = services.resolve(Person.self)
        #expect(owner.$person.isEmpty)
        #expect(owner.person === person)
        #expect(!owner.$person.isEmpty)
        person = nil
        #expect(owner.person == nil)
        #expect(owner.$person.isEmpty)
        let other = Person()
        owner.person = other
        #expect(owner.person === other)
    }

    @Test func requestOfALazyWrapperMayChangeBeforeTheFirstRead() {
        class Owner {
            @LazyInjected var person: Person
            @WeakLazyInjected var shared: Person?
        }
        let owner = Owner()
        owner.$person.container = services
        owner.$person.name = "one"
        #expect(owner.$person.container === services)
        #expect(owner.$person.name == "one")
        #expect(owner.$person.args == nil)
        #expect(owner.person.name == "one")
        owner.$shared.container = services
        owner.$shared.name = "arguments"
        owner.$shared.args = ["name": "Grace"]
        #expect(owner.shared?.name == "Grace")
    }

    @Test func threadsThatReadALazyWrapperFirstGetOneInstance() async throws {
        let resolver = Resolver()
        let barrier = Barrier(size: 2)
        resolver.register { () -> Identified in
            barrier.arrive()
            return Identified()
        }
        let lazy = LazyInjected<Identified>(container: resolver)
        let instances = try #require(await ThreadGroup.results(2) { _ in lazy.wrappedValue })
        #expect(instances[0] === instances[1])
    }
}

private final class Identified: Sendable {}
