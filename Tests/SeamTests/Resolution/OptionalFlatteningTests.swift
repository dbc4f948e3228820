import Seam
import TestKit
import Testing

/// An Optional inside an Optional is never `.some(nil)`.
struct OptionalFlatteningTests {
    private final class Service: Sendable {}

    private struct Owner: Sendable {
        let lazy: Lazy<Service>?
        let provider: Provider<Service>?
    }

    private let container = Container()

    /// Whether the value is `nil` itself, and not a `nil` inside.
    private func isNil<Value>(_ value: Value?) -> Bool {
        guard case .none = value else { return false }
        return true
    }

    private func optional<Value>(_ type: Value.Type) -> Value? { container.optional(type) }

    @Test func optionalOfAnUnknownServiceIsNilItself() {
        #expect(isNil(container.optional(Service?.self)))
        #expect(isNil(container.optional(Service??.self)))
        #expect(isNil(container.optional(Service?.self, name: "eu")))
        #expect(isNil(container.optional(Service?.self, arguments: 1)))
    }

    @Test func optionalOfAnUnknownServiceIsNilItselfThroughGenerics() {
        #expect(isNil(optional(Service?.self)))
        #expect(isNil(optional(Service??.self)))
    }

    @Test(arguments: [Scope].all)
    func optionalOfAFactoryThatReturnedNilIsNilItself(scope: Scope) {
        container.register(Service?.self) { nil }.scope(scope)
        for _ in 0..<2 {
            #expect(isNil(container.optional(Service?.self)))
            #expect(isNil(container.optional(Service??.self)))
            #expect(isNil(optional(Service?.self)))
            #expect(isNil(container.resolve(Service??.self)))
        }
    }

    @Test func optionalOfAKnownServiceIsTheService() {
        container.register { Service() }.scope(.singleton)
        let service = container.resolve(Service.self)
        #expect((container.optional(Service?.self) ?? nil) === service)
        #expect(((container.optional(Service??.self) ?? nil) ?? nil) === service)
        #expect((optional(Service?.self) ?? nil) === service)
    }

    @Test func otherFormsReturnNilItself() async throws {
        container.register(Int?.self) { nil }
        #expect(isNil(try container.tryResolve(String??.self)))
        #expect(isNil(try container.tryResolve(Int??.self)))
        #expect(isNil(try await container.resolveAsync(String??.self)))
        #expect(isNil(try await container.resolveAsync(Int??.self)))
        #expect(isNil(Inject<Int??>(in: container).wrappedValue))
        #expect(isNil(LazyInject<Int??>(in: container).wrappedValue))
        #expect(isNil(DynamicInject<Int??>(in: container).wrappedValue))
    }

    @Test func lazyAndProviderOfAnUnknownServiceAreNil() {
        #expect(isNil(container.resolve(Lazy<Service>?.self)))
        #expect(isNil(container.resolve(Provider<Service>?.self)))
        #expect(isNil(container.resolve(Provider<Service, Int>?.self)))
        #expect(isNil(container.optional(Lazy<Service>.self)))
        #expect(isNil(container.optional(Provider<Service>.self)))
        #expect(isNil(container.optional(Lazy<Service>?.self)))
        #expect(isNil(Inject<Lazy<Service>?>(in: container).wrappedValue))
    }

    @Test func lazyAndProviderOfAnotherNameAreNil() {
        container.register(name: "us") { Service() }
        #expect(isNil(container.resolve(Lazy<Service>?.self, name: "eu")))
        #expect(isNil(container.resolve(Provider<Service>?.self)))
        #expect(!isNil(container.resolve(Lazy<Service>?.self, name: "us")))
    }

    @Test func lazyAndProviderOfAKnownServiceAreNotNil() throws {
        container.register { Service() }.scope(.singleton)
        let service = container.resolve(Service.self)
        #expect(container.resolve(Lazy<Service>?.self)?.value === service)
        #expect(container.resolve(Provider<Service>?.self)?() === service)
        #expect(container.optional(Lazy<Service>.self)?.value === service)
        #expect(container.optional(Provider<Service>.self)?() === service)
    }

    @Test func lazyThatIsNotOptionalIsAlwaysThere() throws {
        let lazy = try container.tryResolve(Lazy<Service>.self)
        let provider = try container.tryResolve(Provider<Service>.self)
        container.register { Service() }.scope(.singleton)
        #expect(lazy.value === provider())
    }

    @Test func autowiredLazyAndProviderOfAnUnknownServiceAreNil() throws {
        container.register(autowiring: Owner.init)
        let without = try container.tryResolve(Owner.self)
        #expect(isNil(without.lazy))
        #expect(isNil(without.provider))
        container.register { Service() }
        let with = try container.tryResolve(Owner.self)
        #expect(!isNil(with.lazy))
        #expect(!isNil(with.provider))
    }

    @Test func sharedNilIsReturnedAndNotKept() throws {
        let built = Journal<Service?>()
        let service = Box<Service?>()
        container.register(Service?.self) {
            built.note(service.value)
            return service.value
        }
        .scope(.shared)
        #expect(isNil(try container.tryResolve(Service?.self)))
        #expect(isNil(try container.tryResolve(Service?.self)))
        #expect(built.entries.count == 2)
        service.value = Service()
        #expect(try container.tryResolve(Service?.self) === service.value)
        #expect(try container.tryResolve(Service?.self) === service.value)
        #expect(built.entries.count == 3)
    }
}
