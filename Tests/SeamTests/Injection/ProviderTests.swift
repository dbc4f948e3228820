import Seam
import TestKit
import Testing

struct ProviderTests {
    private final class Service: Sendable {}

    private let container = Container()

    @Test func providerResolvesOnEveryCall() {
        let tally = Counter()
        container.register(Int.self) { tally.increment() }
        let provider = container.resolve(Provider<Int>.self)
        #expect(tally.count == 0)
        #expect([provider(), provider()] == [1, 2])
    }

    @Test func providerPassesArgumentsOn() {
        container.register { (_: Resolver, number: Int, text: String) in "\(number)\(text)" }
        #expect(container.resolve(Provider<String, Int, String>.self)(1, "a") == "1a")
    }

    @Test func providerPassesTheNameOn() {
        container.register(name: "two") { 2 }
        container.register(name: "loud") { (_: Resolver, number: Int) in "\(number)!" }
        #expect(container.resolve(Provider<Int>.self, name: "two")() == 2)
        #expect(container.resolve(Provider<String, Int>.self, name: "loud")(1) == "1!")
    }

    @Test func scopeOfTheServiceHoldsForAProvider() {
        container.register { Service() }.scope(.singleton)
        let provider = container.resolve(Provider<Service>.self)
        #expect(provider() === provider())
        #expect(provider() === container.resolve(Service.self))
    }

    @Test func explicitRegistrationOfAProviderWins() {
        container.register { 1 }
        container.register(Provider<Int>.self) { Provider { 10 } }
        #expect(container.resolve(Provider<Int>.self)() == 10)
    }

    @Test func providerCanBeMadeOfAnyClosure() {
        let provider = Provider { (number: Int) in number * 2 }
        #expect(provider(4) == 8)
    }

    @Test func providerCanBeAutowiredAndInjected() {
        struct Owner: Sendable {
            let provider: Provider<String, Int>
        }
        struct Injected { @Inject var provider: Provider<String, Int> }
        container.register { (_: Resolver, number: Int) in "\(number)" }
        container.register(autowiring: Owner.init)
        #expect(container.resolve(Owner.self).provider(1) == "1")
        #expect(withContainer(container) { Injected() }.provider(2) == "2")
    }

    @Test func providerFollowsReplacements() {
        container.register { 1 }
        let provider = container.resolve(Provider<Int>.self)
        #expect(provider() == 1)
        container.register { 2 }
        #expect(provider() == 2)
    }

    @Test func providerIsBoundToTheContainerThatWasAsked() {
        let child = Container(parent: container)
        container.register { 1 }
        child.register { 2 }
        #expect(child.resolve(Provider<Int>.self)() == 2)
        #expect(container.resolve(Provider<Int>.self)() == 1)
    }

    /// An optimised build once crashed the compiler here, over the empty pack of arguments.
    @Test @concurrent func providerIsCalledWhereTheExecutorHasChanged() async {
        container.register { 1.5 }
        let provider = container.resolve(Provider<Double>.self)
        #expect(provider() == 1.5)
    }

    @Test func missingServiceStopsTheProgramWhenCalled() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            let provider = container.resolve(Provider<Double>.self, fileID: "Shop/Cart.swift", line: 12)
            _ = provider()
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                No registration for 'Double'.
                  Path: Double   (asked for at Shop/Cart.swift:12)
                """
            )
        )
    }
}
