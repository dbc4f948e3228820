import Seam
import TestKit
import Testing

/// `resolve` and `tryResolve` of services that can be built.
struct ResolveTests {
    private func shop() -> Container {
        let container = Container()
        container.register { Fixtures.Live() }
        container.register((any Fixtures.Service).self, name: "mock") { Fixtures.Mock() }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.register(name: "named") { (_: Resolver, id: Int, name: String) in Fixtures.User(id: id, name: name) }
        return container
    }

    @Test func resolveInfersTheType() throws {
        let live: Fixtures.Live = shop().resolve()
        let tried: Fixtures.Live = try shop().tryResolve()
        #expect(live.label == tried.label)
    }

    @Test func resolveTakesTheTypeWrittenOut() throws {
        #expect(shop().resolve(Fixtures.Live.self).label == "live")
        #expect(try shop().tryResolve(Fixtures.Live.self).label == "live")
    }

    @Test func resolveTakesAName() throws {
        #expect(shop().resolve((any Fixtures.Service).self, name: "mock").label == "mock")
        #expect(try shop().tryResolve((any Fixtures.Service).self, name: "mock").label == "mock")
    }

    @Test func resolveTakesArguments() throws {
        #expect(shop().resolve(Fixtures.User.self, arguments: 1).id == 1)
        #expect(try shop().tryResolve(Fixtures.User.self, arguments: 2).id == 2)
    }

    @Test func resolveTakesNameAndArguments() throws {
        #expect(shop().resolve(Fixtures.User.self, name: "named", arguments: 1, "Ann").name == "Ann")
        #expect(try shop().tryResolve(Fixtures.User.self, name: "named", arguments: 1, "Bob").name == "Bob")
        #expect(shop().optional(Fixtures.User.self, name: "named", arguments: 1, "Cleo")?.name == "Cleo")
    }

    @Test func resolveWorksThroughResolvingAlike() throws {
        @Sendable func label(_ resolving: some Resolving) throws -> [String] {
            let live: Fixtures.Live = resolving.resolve()
            return [
                live.label, try resolving.tryResolve(Fixtures.Live.self).label,
                resolving.optional(Fixtures.Live.self)?.label ?? "none",
                resolving.resolve(Fixtures.User.self, arguments: 1).name,
                "\(resolving.all(Fixtures.Live.self).count)",
            ]
        }
        let container = shop()
        container.register { resolver in try label(resolver) }
        #expect(try label(container) == ["live", "live", "live", "", "1"])
        #expect(try container.tryResolve([String].self) == ["live", "live", "live", "", "1"])
    }

    @Test func tryResolveThrowsATypedError() {
        do throws(ResolutionError) {
            _ = try Container().tryResolve(Int.self)
            Issue.record("Nothing is registered.")
        } catch {
            #expect(error.code == .notRegistered)
        }
    }

    @Test func resolveWorksThroughGenerics() {
        func make<Service>(_ type: Service.Type = Service.self, from container: Container) -> Service {
            container.resolve()
        }
        let container = Container()
        container.register { 1 }
        container.register { Fixtures.Live() as any Fixtures.Service }
        #expect(make(from: container) == 1)
        #expect(make((any Fixtures.Service).self, from: container).label == "live")
        #expect(make(Int?.self, from: container) == .some(1))
        #expect(make(String?.self, from: container) == nil)
    }

    @Test func resolveBuildsDeepChains() {
        let container = Container()
        container.register { (resolver: Resolver, depth: Int) -> Int in
            depth == 0 ? 0 : 1 + resolver.resolve(Int.self, arguments: depth - 1)
        }
        #expect(container.resolve(Int.self, arguments: 500) == 500)
    }

    @Test func uniqueServiceIsANewInstancePerRequest() {
        let container = shop()
        #expect(container.resolve(Fixtures.Live.self) !== container.resolve(Fixtures.Live.self))
    }

    // MARK: Empty packs

    private static func ask<each Argument>(_ container: Container, _ argument: repeat each Argument) throws -> Int {
        try container.tryResolve(Int.self, arguments: repeat each argument)
    }

    private static func askAsync<each Argument>(
        _ container: Container,
        _ argument: repeat each Argument
    ) async throws -> Int {
        try await container.resolveAsync(Int.self, arguments: repeat each argument)
    }

    @Test func emptyPackOfArgumentsIsARequestWithoutArguments() async throws {
        let container = Container()
        container.register { 5 }
        #expect(try Self.ask(container) == 5)
        #expect(try await Self.askAsync(container) == 5)
        let error = #expect(throws: ResolutionError.self) { try Self.ask(Container()) }
        #expect(error?.code == .notRegistered)
    }
}
