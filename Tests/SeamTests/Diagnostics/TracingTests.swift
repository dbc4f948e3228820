import TestKit
import Testing

@testable import Seam

/// The trees of requests that a trace prints.
struct TracingTests {
    /// The trees of a trace, without durations.
    private final class Trees: Sendable {
        private let journal = Journal<String>()
        func add(_ tree: String) { journal.note(tree) }
        var all: [String] {
            journal.entries.map { tree in tree.replacing(#/ in [0-9]+\.[0-9] (µs|ms|s)/#, with: "") }
        }
    }

    private func traced(_ container: Container) -> (trees: Trees, token: ObservationToken) {
        let trees = Trees()
        return (trees, container.trace { trees.add($0) })
    }

    @Test func outermostRequestComesFirst() {
        let container = Container()
        container.register { 1 }.scope(.singleton)
        container.register(name: "eu") { (r: Resolver) in Double(r.resolve(Int.self)) }
        container.register { (r: Resolver) in "\(r.resolve(Double.self, name: "eu")) \(r.resolve(Int.self))" }
        let (trees, token) = traced(container)
        _ = container.resolve(String.self)
        _ = container.resolve(Int.self)
        #expect(
            trees.all == [
                """
                String built
                  Double "eu" built
                    Int built
                  Int reused
                """,
                "Int reused",
            ]
        )
        token.cancel()
    }

    @Test func everyLineHasADuration() {
        let container = Container()
        container.register { 1 }
        container.register { "\($0.resolve(Int.self))" }
        let journal = Journal<String>()
        let token = container.trace { journal.note($0) }
        _ = container.resolve(String.self)
        let lines = journal.entries.joined().split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains(#/built in [0-9]+\.[0-9] (µs|ms|s)$/#) })
        token.cancel()
    }

    @Test func failuresStandInTheTree() {
        let container = Container()
        container.register { "\(try $0.tryResolve(Int.self))" }
        container.register { (r: Resolver) in [try? r.tryResolve(String.self)].count > 0 }
        let (trees, token) = traced(container)
        _ = container.resolve(Bool.self)
        _ = try? container.tryResolve(Double.self)
        #expect(
            trees.all == [
                """
                Bool built
                  String failed
                    Int failed
                """,
                "Double failed",
            ]
        )
        token.cancel()
    }

    @Test func asyncRequestsStandBelowTheFactoryThatMadeThem() async throws {
        let container = Container()
        container.register { 1 }
        container.registerAsync { (r: Resolver) in UInt(try r.tryResolve(Int.self)) }.scope(.singleton)
        container.registerAsync(name: "unique") { (r: Resolver) async throws in
            UInt(try await Task { try await r.resolveAsync(Int.self) }.value)
        }
        container.registerAsync { (r: Resolver) in
            async let unique = r.resolveAsync(UInt.self, name: "unique")
            let first = try await unique
            return "\(first) \(try await r.resolveAsync(UInt.self))"
        }
        let (trees, token) = traced(container)
        _ = try await container.resolveAsync(String.self)
        #expect(
            trees.all == [
                """
                String built
                  UInt "unique" built
                    Int built
                  UInt built
                    Int built
                """
            ]
        )
        token.cancel()
    }

    @Test func requestsOfOtherThreadsHaveTreesOfTheirOwn() throws {
        let container = Container()
        let (entered, release) = (Gate(), Gate())
        container.register { () -> Int in
            entered.open()
            release.wait()
            return 1
        }
        container.register { "\($0.resolve(Int.self))" }
        container.register { true }
        let (trees, token) = traced(container)
        let thread = WorkerThread { container.resolve(String.self) }
        entered.wait()
        _ = container.resolve(Bool.self)
        release.open()
        _ = try thread.value()
        #expect(trees.all == ["Bool built", "String built\n  Int built"])
        token.cancel()
    }

    @Test func outputMayResolve() {
        let container = Container()
        container.register { 1 }
        let journal = Journal<String>()
        let token = container.trace { _ in journal.note("\(container.resolve(Int.self))") }
        _ = container.resolve(Int.self)
        #expect(journal.entries == ["1"])
        token.cancel()
    }

    @Test func cancelledTraceIsSilent() {
        let container = Container()
        container.register { 1 }
        let (trees, token) = traced(container)
        token.cancel()
        _ = container.resolve(Int.self)
        #expect(trees.all.isEmpty)
    }

    @Test func requestWhoseFactoryIsCancelledHasFailed() async {
        let container = Container()
        container.registerAsync { () async throws -> Int in throw CancellationError() }
        container.registerAsync { (r: Resolver) async -> String in
            "\((try? await r.resolveAsync(Int.self)) ?? 2)"
        }
        let (trees, token) = traced(container)
        _ = try? await container.resolveAsync(String.self)
        #expect(trees.all == ["String built\n  Int failed"])
        token.cancel()
    }

    @Test(arguments: [
        (999.94, "999.9 µs"), (999.95, "1.0 ms"), (1_500, "1.5 ms"), (999_949, "999.9 ms"), (999_950, "1.0 s"),
    ])
    func durationIsRoundedIntoItsUnit(microseconds: Double, text: String) {
        #expect(Duration.microseconds(microseconds).brief == text)
    }
}
