import SeamResolver
import TestKit
import Testing

/// Requests that fail: they stop the program with Seam's explanation.
struct FailureTests {
    @Test func missingServiceIsShownWithItsPath() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let resolver = Resolver()
                resolver.register { resolver in
                    Parent(child: resolver.resolve(name: "eu", fileID: "Shop/Family.swift", line: 12))
                }
                resolver.register(fileID: "Shop/Modules.swift", line: 8) { Child() }
                _ = resolver.resolve(Parent.self)
            }
        )
        #expect(
            result.standardErrorText
                .contains(
                    """
                    No registration for 'Child' named "eu".
                      Path: Parent → Child "eu"   (asked for at Shop/Family.swift:12)
                      Registered for this type: 'Child' (no name, Shop/Modules.swift:8).
                    """
                )
        )
    }

    @Test func factoryThatReturnsNilFailsItsRequest() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let resolver = Resolver()
                resolver.register { nil as Person? }
                _ = resolver.resolve(Person.self)
            }
        )
        #expect(result.standardErrorText.contains("Building 'Person' failed: the factory returned nil."))
    }

    @Test func circleIsShown() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let resolver = Resolver()
                resolver.register { resolver in Parent(child: resolver.resolve()) }
                resolver.register { resolver in
                    let child = Child()
                    child.parent = resolver.optional()
                    return child
                }
                _ = resolver.optional(Parent.self)
            }
        )
        #expect(result.standardErrorText.contains("Circular dependency: 'Parent' depends on itself."))
        #expect(result.standardErrorText.contains("Path: Parent → Child → Parent"))
    }

    @Test func aliasThatTheServiceDoesNotImplementIsNamed() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let resolver = Resolver()
                resolver.register { Person() }.implements((any Greeting).self)
                _ = resolver.optional((any Greeting).self)
            }
        )
        #expect(result.standardErrorText.contains("'Person' is registered as implementing 'Greeting'"))
    }
}
