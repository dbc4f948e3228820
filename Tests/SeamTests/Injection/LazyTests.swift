import Seam
import TestKit
import Testing

struct LazyTests {
    private final class Service: Sendable {}

    private let container = Container()

    @Test func lazyNeedsNoRegistrationOfItsOwn() {
        container.register { 1 }
        #expect(container.resolve(Lazy<Int>.self).value == 1)
    }

    @Test func lazyResolvesOnFirstUseOnce() {
        let tally = Counter()
        container.register(Int.self) { tally.increment() }
        let lazy = container.resolve(Lazy<Int>.self)
        #expect(tally.count == 0)
        #expect([lazy.value, lazy.value] == [1, 1])
    }

    @Test func copiesOfALazyShareTheService() {
        container.register { Service() }
        let lazy = container.resolve(Lazy<Service>.self)
        let copy = lazy
        #expect(lazy.value === copy.value)
    }

    @Test func lazyPassesTheNameOn() {
        container.register(name: "two") { 2 }
        #expect(container.resolve(Lazy<Int>.self, name: "two").value == 2)
    }

    @Test func explicitRegistrationOfALazyWins() {
        container.register { 1 }
        container.register(Lazy<Int>.self) { .constant(10) }
        #expect(container.resolve(Lazy<Int>.self).value == 10)
    }

    @Test func lazyCanBeAutowired() {
        struct Owner: Sendable {
            let lazy: Lazy<Int>
        }
        container.register(autowiring: Owner.init)
        let owner = container.resolve(Owner.self)
        container.register { 5 }
        #expect(owner.lazy.value == 5)
    }

    @Test func lazyCanBeInjected() {
        struct Owner { @Inject var lazy: Lazy<Int> }
        container.register { 1 }
        #expect(withContainer(container) { Owner() }.lazy.value == 1)
    }

    @Test func lazyOfAnOptionalIsNilWithoutARegistration() {
        #expect(container.resolve(Lazy<Int?>.self).value == nil)
    }

    @Test func optionalLazyIsNilIfTheServiceTakesOtherArguments() {
        let container = Container()
        container.register { (_, number: Int) in "\(number)" }
        #expect(container.resolve(Lazy<String>?.self) == nil)
        #expect(container.resolve(Provider<String>?.self) == nil)
        #expect(container.resolve(Provider<String, Int, Int>?.self) == nil)
        #expect(container.resolve(Provider<String, Double>?.self) == nil)
        #expect(container.resolve(Provider<String, Int>?.self)?(5) == "5")
        #expect(container.resolve(Provider<String, Int?>?.self)?(5) == "5")
    }

    @Test func lazyOfAnArrayCollectsOnFirstUse() {
        let lazy = container.resolve(Lazy<[Int]>.self)
        container.contribute { 1 }
        container.contribute { 2 }
        #expect(lazy.value == [1, 2])
    }

    @Test func lazyOfAProviderProvides() {
        container.register { (_: Resolver, number: Int) in "\(number)" }
        #expect(container.resolve(Lazy<Provider<String, Int>>.self).value(3) == "3")
    }

    @Test func missingServiceStopsTheProgramOnFirstUse() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            let lazy = container.resolve(Lazy<Double>.self, fileID: "Shop/Cart.swift", line: 12)
            _ = lazy.value
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
