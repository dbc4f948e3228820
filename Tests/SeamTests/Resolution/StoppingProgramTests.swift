import Seam
import TestKit
import Testing

/// The text of a program that stops because a request that cannot throw has failed.
struct StoppingProgramTests {
    private struct Parcel {}

    @Test func failureInsideATriedFactorySaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register(fileID: "Shop/Modules.swift", line: 8) { (r: Resolver) in
                    "\(r.resolve(Int.self, fileID: "Shop/Cart.swift", line: 12))"
                }
                _ = try? container.tryResolve(String.self)
            }
        )
        #expect(message(result) == Self.messageInsideAFactory)
    }

    @Test func failureInsideAnAsyncFactorySaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.registerAsync(fileID: "Shop/Modules.swift", line: 8) { (r: Resolver) in
                    "\(r.resolve(Int.self, fileID: "Shop/Cart.swift", line: 12))"
                }
                _ = try? await container.resolveAsync(String.self)
            }
        )
        #expect(message(result) == Self.messageInsideAFactory)
    }

    @Test func failureInsideACachedAsyncServiceHasTheWholePath() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.registerAsync(String.self) { r in "\(try await r.resolveAsync(Double.self))" }
                    .scope(.singleton)
                container.registerAsync(Double.self, fileID: "Shop/Modules.swift", line: 8) { r in
                    Double(r.resolve(Float.self, fileID: "Shop/Cart.swift", line: 12))
                }
                .scope(.singleton)
                _ = try? await container.resolveAsync(String.self)
            }
        )
        let text = message(result)
        #expect(text.contains("Path: String → Double → Float   (asked for at Shop/Cart.swift:12)"))
        #expect(text.contains("'Double' (registered at Shop/Modules.swift:8) asks for 'Float' with a request"))
    }

    @Test func failureInsideACachedAsyncServiceHasEachServiceOfARecursion() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.registerAsync(String.self) { (resolver: Resolver, number: Int) in
                    if number == 0 { return "\(resolver.resolve(Float.self))" }
                    return try await resolver.resolveAsync(String.self, arguments: number - 1)
                }
                .scope(.singleton)
                _ = try? await container.resolveAsync(String.self, arguments: 1)
            }
        )
        let text = message(result)
        #expect(text.contains("Path: String(Int) → String(Int) → Float"))
        #expect(text.contains("asks for 'Float' with a request"))
    }

    @Test func failureBelowTheRequestThatCannotThrowNamesThatRequest() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register(autowiring: { (_: Parcel) in [1] })
                container.register(fileID: "Shop/Modules.swift", line: 30) { r in "\(r.resolve(Set<Int>.self))" }
                container.register(fileID: "Shop/Modules.swift", line: 29, autowiring: { (_: Parcel) in Set([1]) })
                _ = try? container.tryResolve(String.self)
            }
        )
        #expect(
            message(result)
                .contains(
                    """
                    Path: String → Set<Int> → Parcel   (asked for at Shop/Modules.swift:29)
                    """
                )
        )
        #expect(
            message(result)
                .contains(
                    "'String' (registered at Shop/Modules.swift:30) asks for 'Set<Int>' with a request that cannot throw"
                )
        )
    }

    @Test func failureInsideADeclarationSaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try? Container().brokenGarage.tryResolve()
            }
        )
        #expect(message(result).hasSuffix("ask by `try self.….tryResolve()` in the closure of the declaration."))
    }

    @Test func failureOfAPropertyWrapperSaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                struct Trip { @Inject var number: Int }
                let container = Container()
                container.register(autowiring: { (_: Int?) in Trip() })
                _ = try? container.tryResolve(Trip.self)
            }
        )
        #expect(
            message(result)
                .hasSuffix(
                    "let the initialiser take the service, which `autowiring:` resolves: a property wrapper cannot throw."
                )
        )
    }

    @Test func failureOfADeclaredServiceInAFactorySaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { "\($0.container.promisedSeats())" }
                _ = try? container.tryResolve(String.self)
            }
        )
        #expect(
            message(result).hasSuffix("ask by `try resolver.container.….tryResolve()` there.")
        )
    }

    @Test func failureBelowADeclaredServiceOfAFactorySaysHowToThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { "\($0.container.failingGarage())" }
                _ = try? container.tryResolve(String.self)
            }
        )
        #expect(message(result).contains(#"asks for '\.failingGarage' with a request that cannot throw"#))
        #expect(message(result).hasSuffix("ask by `try resolver.container.….tryResolve()` there."))
    }

    @Test(.enabled(if: !Sanitizer.isOfAddresses)) func failureOfADeepRecursionNamesOnlyWhoCannotThrow() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.register { (r: Resolver, depth: Int) -> [Int] in
                    guard depth != 15 else { return r.resolve([Int].self, arguments: depth + 1) }
                    return try r.tryResolve([Int].self, arguments: depth + 1)
                }
                _ = try? container.tryResolve([Int].self, arguments: 0)
            }
        )
        #expect(message(result).contains(") has made a request that cannot throw, which has stopped the program. "))
    }

    private static let messageInsideAFactory = """
        Shop/Cart.swift:12: Fatal error:\u{20}
        No registration for 'Int'.
          Path: String → Int   (asked for at Shop/Cart.swift:12)
          To fix it, register it before it is asked for: `container.register(Int.self) { … }`.
          'String' (registered at Shop/Modules.swift:8) asks for 'Int' with a request that cannot throw, which has \
        stopped the program. To let a caller's `tryResolve` throw instead, ask by `try resolver.tryResolve(…)` there, or \
        use `autowiring:`. If an @Inject has asked, let the initialiser of its type take the service.
        """

    @Test func failureOutsideAFactorySaysNothingOfFactories() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().resolve(Int.self, fileID: "Shop/Cart.swift", line: 12)
            }
        )
        #expect(
            message(result) == """
                Shop/Cart.swift:12: Fatal error:\u{20}
                No registration for 'Int'.
                  Path: Int   (asked for at Shop/Cart.swift:12)
                  To fix it, register it before it is asked for: `container.register(Int.self) { … }`.
                """
        )
    }

    /// The message of a program that stopped, from its first line to the backtrace.
    private func message(_ result: ExitTest.Result) -> String {
        let text = result.standardErrorText
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { !$0.contains("Fatal error: ") }
            .prefix { !$0.isEmpty && $0 != "Current stack trace:" }
            .joined(separator: "\n")
    }
}

extension Container {
    fileprivate var promisedSeats: Factory<Int> { promised() }
    fileprivate var brokenGarage: Factory<String> { self { "\(self.resolve(Int.self))" } }
    fileprivate var failingGarage: Factory<String> { self { "\(try self.tryResolve(Int.self))" } }
}
