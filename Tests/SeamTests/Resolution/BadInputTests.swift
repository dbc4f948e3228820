import Seam
import TestKit
import Testing

/// Bad input: the error that is named for it, and a container that still works.
struct BadInputTests {
    /// A container with one good service and the bad input.
    private func container(_ spoil: (Container) -> Void) -> Container {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
        spoil(container)
        return container
    }

    private func expect<Service>(
        _ code: ResolutionError.Code,
        of request: (Container) throws -> Service,
        in container: Container
    ) throws {
        for _ in 0..<3 {
            let error = try #require(throws: ResolutionError.self) { _ = try request(container) }
            #expect(error.code == code)
        }
        #expect(try container.tryResolve(Fixtures.Live.self) === container.tryResolve(Fixtures.Live.self))
    }

    @Test func unknownServiceIsNotRegistered() throws {
        try expect(.notRegistered, of: { try $0.tryResolve(Fixtures.Engine.self) }, in: container { _ in })
    }

    @Test func unknownNameIsNotRegistered() throws {
        try expect(.notRegistered, of: { try $0.tryResolve(Fixtures.Live.self, name: "eu") }, in: container { _ in })
    }

    @Test func unknownArgumentsAreAMismatch() throws {
        try expect(
            .argumentMismatch,
            of: { try $0.tryResolve(Fixtures.Live.self, arguments: 1, 2.5) },
            in: container { _ in }
        )
    }

    @Test func sharedScopeOnAStructIsRefused() throws {
        let container = container { $0.register { Fixtures.Wheels() }.scope(.shared) }
        try expect(.scopeRequiresReference, of: { try $0.tryResolve(Fixtures.Wheels.self) }, in: container)
    }

    @Test func sharedScopeOnAStructBehindAProtocolIsRefused() throws {
        let container = container { $0.register((any Fixtures.Animal).self) { Fixtures.Dog() }.scope(.shared) }
        try expect(.scopeRequiresReference, of: { try $0.tryResolve((any Fixtures.Animal).self) }, in: container)
    }

    @Test func aliasThatDoesNotFitIsIncompatible() throws {
        let container = container { $0.register { Fixtures.Engine() }.implements((any Fixtures.Service).self) }
        try expect(.incompatibleAlias, of: { try $0.tryResolve((any Fixtures.Service).self) }, in: container)
    }

    @Test func factoryThatThrowsFailsItsRequest() throws {
        let container = container { $0.register { () throws -> Int in throw Fixtures.Breakdown() } }
        try expect(.factoryFailed, of: { try $0.tryResolve(Int.self) }, in: container)
    }

    @Test func factoryThatThrowsDeepInsideFailsTheOutermostRequest() throws {
        let container = container {
            $0.register { () throws -> Int in throw Fixtures.Breakdown() }
            $0.register { (resolver: Resolver) in Double(try resolver.tryResolve(Int.self)) }.scope(.cached)
            $0.register { (resolver: Resolver) in "\(try resolver.tryResolve(Double.self))" }.scope(.graph)
        }
        try expect(.factoryFailed, of: { try $0.tryResolve(String.self) }, in: container)
    }

    @Test func cycleIsRefused() throws {
        let container = container {
            $0.register(autowiring: { (_: String) in 1 })
            $0.register(autowiring: { (_: Int) in "a" }).scope(.singleton)
        }
        try expect(.circularDependency, of: { try $0.tryResolve(Int.self) }, in: container)
        try expect(.circularDependency, of: { try $0.tryResolve(String.self) }, in: container)
    }

    @Test func asyncServiceAskedSynchronouslyRequiresAsync() throws {
        let container = container { $0.registerAsync { 1 } }
        try expect(.requiresAsync, of: { try $0.tryResolve(Int.self) }, in: container)
    }

    @Test func emptyNameInAnEmptyContainerIsNotRegistered() throws {
        try expect(.notRegistered, of: { try $0.tryResolve(Int.self, name: "") }, in: container { _ in })
    }

    @Test func veryLongNameIsFoundAndShown() throws {
        let name = ServiceName(String(repeating: "ä", count: 100_000))
        let container = container { $0.register(name: name) { 1 } }
        #expect(container.resolve(Int.self, name: name) == 1)
        try expect(.notRegistered, of: { try $0.tryResolve(Int.self) }, in: container)
    }
}
