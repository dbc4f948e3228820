import Seam
import Testing

/// Derived types (optionals, lazy values, arrays) follow their service, after any number of earlier requests.
struct AbsenceOfDerivedTests {
    private let container = Container()

    @Test func optionalsFollowTheirService() {
        for _ in 0..<3 {
            #expect(container.resolve(Int?.self) == nil)
            #expect(container.optional(Int?.self) == .none)
            #expect(container.optional(Int??.self) == .none)
        }
        container.register { 1 }
        #expect(container.resolve(Int?.self) == 1)
        #expect(container.optional(Int?.self) == 1)
        #expect(container.optional(Int??.self) == 1)
    }

    @Test func optionalServiceCanBeRegistered() {
        for _ in 0..<3 { #expect(container.optional(Int?.self) == .none) }
        container.register(Int?.self) { 1 }
        #expect(container.optional(Int?.self) == 1)
        #expect(container.optional(Int.self) == nil)
        container.unregister(Int?.self)
        #expect(container.optional(Int?.self) == .none)
    }

    @Test func optionalLazyValuesFollowTheirService() {
        for _ in 0..<3 {
            #expect(container.optional(Lazy<Int>.self) == nil)
            #expect(container.resolve(Lazy<Int>?.self) == nil)
        }
        let lazy = container.resolve(Lazy<Int>.self)
        container.register { 1 }
        #expect(lazy.value == 1)
        #expect(container.optional(Lazy<Int>.self)?.value == 1)
        #expect(container.resolve(Lazy<Int>?.self)?.value == 1)
    }

    @Test func lazyOptionalFindsALaterRegistration() {
        let (early, late) = (container.resolve(Lazy<Int?>.self), container.resolve(Lazy<Int?>.self))
        #expect(early.value == nil)
        container.register { 1 }
        #expect(early.value == nil)
        #expect(late.value == 1)
    }

    @Test func providersAskAgain() {
        for _ in 0..<3 { #expect(container.optional(Provider<Int>.self) == nil) }
        let provider = container.resolve(Provider<Int?>.self)
        for number in 0..<3 {
            #expect(provider() == nil)
            container.register { number }
            #expect(provider() == number)
            container.unregister(Int.self)
        }
    }

    @Test func arraysContainLaterContributions() {
        for _ in 0..<3 {
            #expect(container.optional([Int].self) == [])
            #expect(container.optional(Int.self) == nil)
        }
        container.contribute { 1 }
        #expect(container.optional([Int].self) == [1])
        #expect(container.optional(Int.self) == nil)
        container.register { 2 }
        #expect(container.optional([Int].self) == [1, 2])
        #expect(container.optional(Int.self) == 2)
    }

    @Test func registeredArrayIsFound() {
        for _ in 0..<3 { #expect(container.optional([Int].self) == []) }
        container.register { [1, 2, 3] }
        #expect(container.optional([Int].self) == [1, 2, 3])
    }
}
