import Seam
import Testing

struct LazyTests {
    private final class Service: Sendable {}

    private let container = Container()

    @Test func needsNoRegistrationOfItsOwn() {
        container.register { 1 }
        #expect(container.resolve(Lazy<Int>.self).value == 1)
    }

    @Test func resolvesOnFirstUseOnce() {
        let tally = Tally()
        container.register(Int.self) { tally.next() }
        let lazy = container.resolve(Lazy<Int>.self)
        #expect(tally.count == 0)
        #expect([lazy.value, lazy.value] == [1, 1])
    }

    @Test func copiesShareTheService() {
        container.register { Service() }
        let lazy = container.resolve(Lazy<Service>.self)
        let copy = lazy
        #expect(lazy.value === copy.value)
    }

    @Test func passesTheNameOn() {
        container.register(name: "two") { 2 }
        #expect(container.resolve(Lazy<Int>.self, name: "two").value == 2)
    }

    @Test func explicitRegistrationWins() {
        container.register { 1 }
        container.register(Lazy<Int>.self) { .constant(10) }
        #expect(container.resolve(Lazy<Int>.self).value == 10)
    }

    @Test func canBeAutowired() {
        struct Owner: Sendable {
            let lazy: Lazy<Int>
        }
        container.register(autowiring: Owner.init)
        let owner = container.resolve(Owner.self)
        container.register { 5 }
        #expect(owner.lazy.value == 5)
    }

    @Test func canBeInjected() {
        struct Owner { @Inject var lazy: Lazy<Int> }
        container.register { 1 }
        #expect(withContainer(container) { Owner() }.lazy.value == 1)
    }

    @Test func ofAnOptionalIsNilWithoutARegistration() {
        #expect(container.resolve(Lazy<Int?>.self).value == nil)
    }

    @Test func ofAnArrayCollectsOnFirstUse() {
        let lazy = container.resolve(Lazy<[Int]>.self)
        container.contribute { 1 }
        container.contribute { 2 }
        #expect(lazy.value == [1, 2])
    }

    @Test func ofAProviderProvides() {
        container.register { (_: Resolver, number: Int) in "\(number)" }
        #expect(container.resolve(Lazy<Provider<String, Int>>.self).value(3) == "3")
    }

    @Test func threadsThatReadAtOnceGetOneInstance() throws {
        container.register { Service() }
        for _ in 0..<20 {
            let lazy = container.resolve(Lazy<Service>.self)
            let services = try ThreadCrew.run(8) { _ in lazy.value }
            #expect(services.allSatisfy { $0 === services[0] })
        }
    }

    @Test func missingServiceStopsTheProgramOnFirstUse() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            let lazy = container.resolve(Lazy<Double>.self, fileID: "Shop/Cart.swift", line: 12)
            _ = lazy.value
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
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
