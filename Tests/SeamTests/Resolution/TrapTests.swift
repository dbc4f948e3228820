import Seam
import TestKit
import Testing

/// `resolve` stops the program with the whole text.
struct TrapTests {
    @Test func resolveOfAMissingServiceStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register(name: "us", fileID: "Shop/Modules.swift", line: 9) { Fixtures.Engine() }
                _ = container.resolve(Fixtures.Engine.self, name: "eu", fileID: "Shop/Cart.swift", line: 12)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    Shop/Cart.swift:12: Fatal error: 
                    No registration for 'Engine' named "eu".
                      Path: Engine "eu"   (asked for at Shop/Cart.swift:12)
                      Registered for this type: "us" (Shop/Modules.swift:9).
                      To fix it, register the name "eu", or ask for one of the names above.
                    """
                )
        )
    }

    @Test func resolveWithOtherArgumentsStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
                _ = container.resolve(Fixtures.User.self, arguments: "a", fileID: "Shop/Cart.swift", line: 12)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    'User' is registered with arguments (Int), and was asked for with (String).
                      Path: User(String)   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }

    @Test func resolveInsideATriedFactoryShowsTheWholePath() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { (resolver: Resolver) in
                    try resolver.tryResolve(Fixtures.Live.self).label
                }
                container.register { (resolver: Resolver) in
                    Fixtures.Live(resolver.resolve(Fixtures.Engine.self, fileID: "Shop/Cart.swift", line: 12).label)
                }
                .scope(.singleton)
                _ = try? container.tryResolve(String.self)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    No registration for 'Engine'.
                      Path: String → Live → Engine   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }

    @Test func freeResolveInsideAFactoryShowsTheWholePath() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register {
                    Fixtures.Live(resolve(Fixtures.Engine.self, fileID: "Shop/Cart.swift", line: 12).label)
                }
                _ = try? container.tryResolve(Fixtures.Live.self)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    No registration for 'Engine'.
                      Path: Live → Engine   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }

    @Test func freeResolveOutsideAFactoryStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = withContainer(Container()) {
                    resolve(Fixtures.User.self, name: "eu", arguments: 1, fileID: "Shop/Cart.swift", line: 12)
                }
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    No registration for 'User(Int)' named "eu".
                      Path: User(Int) "eu"   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }

    @Test func resolveOfACycleStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { (resolver: Resolver) in
                    Fixtures.Live(resolver.resolve(Fixtures.Engine.self).label)
                }
                container.register { (resolver: Resolver) in
                    Fixtures.Engine(resolver.resolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12).label)
                }
                _ = container.resolve(Fixtures.Live.self)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    Circular dependency: 'Live' depends on itself.
                      Path: Live → Engine → Live   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }

    @Test func resolveOfAThrowingFactoryStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { () throws -> Fixtures.Live in throw Fixtures.Breakdown() }
                _ = container.resolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    Building 'Live' failed: out of fuel
                      Path: Live   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }

    @Test func resolveOfAMissingServiceInAHookStopsTheProgram() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { Fixtures.Live() }
                    .onCreate { _, resolver in
                        _ = resolver.resolve(Fixtures.Engine.self, fileID: "Shop/Cart.swift", line: 12)
                    }
                _ = try? container.tryResolve(Fixtures.Live.self)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    No registration for 'Engine'.
                      Path: Live → Engine   (asked for at Shop/Cart.swift:12)
                    """
                )
        )
    }
}
