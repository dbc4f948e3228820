import Seam
import TestKit
import Testing

/// An alias that does not fit its instance.
struct IncompatibleAliasTests {
    private func unfit() -> Container {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Engine() }
            .implements((any Fixtures.Service).self)
        return container
    }

    @Test func incompatibleAliasFailsWhenItIsFirstBuilt() throws {
        let error = try #require(throws: ResolutionError.self) {
            try unfit().tryResolve((any Fixtures.Service).self)
        }
        #expect(error.code == .incompatibleAlias)
        #expect(error.path.first?.description == "Service")
    }

    @Test func errorNamesTheTypesThatDoNotFitAndThePlace() throws {
        let error = try #require(throws: ResolutionError.self) {
            try unfit().tryResolve((any Fixtures.Service).self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.location?.description == "Shop/Cart.swift:12")
        let text = error.description
        #expect(text.contains("Path: Service   (asked for at Shop/Cart.swift:12)"))
        #expect(text.contains("Registered at Shop/Modules.swift:8."))
        #expect(
            text.hasPrefix(
                "'Engine' is registered as implementing 'Service', but its instance, of type 'Engine', does not implement it."
            )
        )
        #expect(
            text.hasSuffix(
                "To fix it, declare the conformance, or remove the alias; "
                    + "`.implements((any Fixtures.Service).self) { $0 }` lets the compiler check."
            )
        )
    }

    @Test func errorSaysThatTheInstanceIsNil() throws {
        let container = Container()
        container.register(Fixtures.Live?.self) { nil }.implements((any Fixtures.Service).self)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve((any Fixtures.Service).self) }
        let text = error.description
        #expect(text.hasPrefix("'Live?' is registered as implementing 'Service', but its instance is nil."))
        #expect(text.hasSuffix("To fix it, make 'Service?' the alias, or let the factory give an instance."))
    }

    @Test func nilIsTheNilOfAnAliasWithMoreOptionals() async throws {
        let container = Container()
        container.register(Int?.self) { nil }.implements(Int??.self, Int???.self, (any CustomStringConvertible)?.self)
        #expect(container.resolve(Int??.self) == .none)
        #expect(container.resolve(Int???.self) == .none)
        #expect(container.resolve((any CustomStringConvertible)?.self) == nil)
        #expect(try await container.resolveAsync(Int??.self) == .none)
    }

    @Test func errorHasThePathFromTheOutermostRequest() throws {
        let container = unfit()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve((any Fixtures.Service).self).label)
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .incompatibleAlias)
        #expect(error.steps.prefix(2) == ["Live", "Service"])
    }

    @Test func incompatibleAliasLeavesTheTargetUsable() {
        let container = unfit()
        _ = try? container.tryResolve((any Fixtures.Service).self)
        #expect(container.resolve(Fixtures.Engine.self).label == "engine")
    }

    @Test func incompatibleAliasLeavesTheKeptTargetKept() {
        let container = Container()
        container.register { Fixtures.Engine() }.scope(.singleton).implements((any Fixtures.Service).self)
        let engine = container.resolve(Fixtures.Engine.self)
        #expect(throws: ResolutionError.self) { try container.tryResolve((any Fixtures.Service).self) }
        #expect(engine === container.resolve(Fixtures.Engine.self))
    }

    @Test func incompatibleAliasIsMendedByAnotherRegistration() {
        let container = unfit()
        _ = try? container.tryResolve((any Fixtures.Service).self)
        container.register((any Fixtures.Service).self) { Fixtures.Mock() }
        #expect(container.resolve((any Fixtures.Service).self).label == "mock")
    }

    @Test func incompatibleAliasIsKnownAndBrokenForAnOptionalService() throws {
        let error = try #require(throws: ResolutionError.self) {
            try unfit().tryResolve((any Fixtures.Service)?.self)
        }
        #expect(error.code == .incompatibleAlias)
    }
}
