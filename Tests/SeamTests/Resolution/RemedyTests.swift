import Seam
import Testing

/// The ways to fix a failed request that its error suggests.
struct RemedyTests {
    private protocol Payments {}
    private class Base {}
    private final class Card: Base, Payments {}

    private func text<Service>(_ type: Service.Type, name: ServiceName? = nil, in container: Container) throws -> String
    {
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(type, name: name, fileID: "Shop/Cart.swift", line: 12)
        }
        return error.description
    }

    @Test func adviceForAProtocolCompiles() throws {
        #expect(
            try text((any Payments).self, in: Container()).contains("`container.register((any Payments).self) { … }`")
        )
    }

    @Test func misspeltNameIsRecognised() throws {
        let container = Container()
        container.register(name: "sandbox", fileID: "Shop/M.swift", line: 8) { Card() }
        #expect(
            try text(Card.self, name: "sandbx", in: container) == """
                No registration for 'Card' named "sandbx".
                  Path: Card "sandbx"   (asked for at Shop/Cart.swift:12)
                  Did you mean "sandbox"?
                  Registered for this type: "sandbox" (Shop/M.swift:8).
                  To fix it, ask for the name "sandbox", or register the name "sandbx".
                """
        )
    }

    @Test func otherNameIsNotTakenForAMisspeltOne() throws {
        let container = Container()
        container.register(name: "production") { Card() }
        #expect(try !text(Card.self, name: "sandbox", in: container).contains("Did you mean"))
    }

    @Test func subclassThatCouldServeIsNamed() throws {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { Card() }
        #expect(
            try text(Base.self, in: container) == """
                No registration for 'Base'.
                  Path: Base   (asked for at Shop/Cart.swift:12)
                  'Card', registered at Shop/M.swift:8, can serve as this type.
                  To fix it, add `.implements(Base.self)` to that registration.
                """
        )
    }

    @Test func keptInstanceThatCouldServeIsNamed() throws {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { Card() }.scope(.singleton)
        #expect(try !text((any Payments).self, in: container).contains("can serve"))
        _ = container.resolve(Card.self)
        let text = try text((any Payments).self, in: container)
        #expect(text.contains("To fix it, add `.implements((any Payments).self)` to that registration."))
    }

    @Test func requestThatNoOverrideReachesIsExplained() async throws {
        let text = try await withContainer(Container()) {
            try await Task.detached {
                try #require(throws: ResolutionError.self) { try Container.current.tryResolve(Card.self) }.description
            }
            .value
        }
        #expect(text.contains("Asked was the main container, and no other one is bound here"))
    }

    @Test func failureInsideATriedFactorySaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { (r: Resolver) in "\(r.resolve(Int.self))" }
                _ = try? container.tryResolve(String.self)
            }
        )
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("it has stopped the program, even if the factory was called for `tryResolve`."))
        #expect(text.contains("`autowiring:`"))
    }

    @Test func failureInsideAnAsyncFactorySaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.registerAsync { (r: Resolver) in "\(r.resolve(Int.self))" }
                _ = try? await container.resolveAsync(String.self)
            }
        )
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("it has stopped the program, even if the factory was called for `tryResolve`."))
    }

    @Test func failureOutsideAFactorySaysNothingOfFactories() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().resolve(Int.self)
            }
        )
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("No registration for 'Int'."))
        #expect(!text.contains("autowiring"))
    }
}
