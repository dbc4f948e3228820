import Seam
import TestKit
import Testing

/// The latest explicit registration wins over every other rule.
struct PrecedenceTests {
    @Test func latestRegistrationWinsOverAnAlias() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        container.register((any Fixtures.Service).self) { Fixtures.Mock() }
        #expect(container.resolve((any Fixtures.Service).self).label == "mock")
        #expect(container.resolve((any Fixtures.Service)?.self)?.label == "mock")
    }

    @Test func latestRegistrationWinsOverAValue() {
        let container = Container()
        container.register(value: 1)
        container.register { 2 }
        #expect(container.resolve(Int.self) == 2)
        container.register(value: 3)
        #expect(container.resolve(Int.self) == 3)
    }

    @Test func latestRegistrationWinsOverAModule() {
        struct Numbers: Module {
            func register(in container: Container) { container.register { 1 } }
        }
        let container = Container()
        container.register { 2 }
        container.install(Numbers())
        #expect(container.resolve(Int.self) == 1)
        container.register { 3 }
        #expect(container.resolve(Int.self) == 3)
    }

    @Test func explicitRegistrationWinsOverDerivedTypes() {
        let container = Container()
        container.register { 1 }
        container.register(Int?.self) { 2 }
        container.register([Int].self) { [3] }
        container.register(Lazy<Int>.self) { .constant(4) }
        container.register(Provider<Int>.self) { Provider { 5 } }
        #expect(container.resolve(Int?.self) == .some(2))
        #expect(container.resolve([Int].self) == [3])
        #expect(container.resolve(Lazy<Int>.self).value == 4)
        #expect(container.resolve(Provider<Int>.self)() == 5)
    }

    @Test func exactArgumentsWinOverCompatibleOnes() {
        let container = Container()
        container.register { (_: Resolver, value: any Sendable) in "any" }
        #expect(container.resolve(String.self, arguments: 1) == "any")
        container.register { (_: Resolver, value: Int) in "exact" }
        #expect(container.resolve(String.self, arguments: 1) == "exact")
    }

    @Test func latestRegistrationOfAnyKindWins() async throws {
        let container = Container()
        container.registerAsync { 1 }
        container.register { 2 }
        #expect(container.resolve(Int.self) == 2)
        container.registerAsync { 3 }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(try await container.resolveAsync(Int.self) == 3)
        container.register(autowiring: { 4 })
        #expect(container.resolve(Int.self) == 4)
    }
}
