import Seam
import TestKit
import Testing

/// Warming up that fails, is cancelled or runs out of time.
struct WarmUpErrorTests {
    private final class Disk: Sendable {}
    private final class Store: Sendable {}
    private struct Broken: Error {}

    @Test func failureNamesServiceAndCause() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton)
        container.registerAsync(name: "remote") { () async throws -> Store in throw Broken() }.scope(.singleton)
        let error = try #require(await #expect(throws: ResolutionError.self) { try await container.warmUp() })
        #expect(error.code == .factoryFailed)
        #expect(error.steps == ["Store \"remote\""])
        #expect(error.underlying is Broken)
        #expect(error.description.hasPrefix("Building 'Store' named \"remote\" failed: Broken()\n"))
    }

    /// The request is that of the warm-up, whichever thread or task makes it.
    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func failureNamesThePlaceOfTheWarmUp(isAsync: Bool) async throws {
        let container = Container()
        if isAsync {
            container.registerAsync(fileID: "Shop/App.swift", line: 3) { () async throws -> Store in throw Broken() }
                .scope(.singleton)
        } else {
            container.register(fileID: "Shop/App.swift", line: 3) { () throws -> Store in throw Broken() }
                .scope(.singleton)
        }
        let error = try #require(
            await #expect(throws: ResolutionError.self) {
                try await container.warmUp(fileID: "Shop/Launch.swift", line: 9)
            }
        )
        #expect(error.location?.description == "Shop/Launch.swift:9")
        #expect(error.description.contains("asked for at Shop/Launch.swift:9"))
        #expect(error.description.contains("Registered at Shop/App.swift:3."))
    }

    @Test func warmUpOfAClosedContainerNamesItsOwnPlace() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton)
        try await container.shutdown()
        let error = try #require(
            await #expect(throws: ResolutionError.self) {
                try await container.warmUp(fileID: "Shop/Launch.swift", line: 9)
            }
        )
        #expect(error.code == .containerClosed)
        #expect(error.location?.description == "Shop/Launch.swift:9")
    }

    @Test(.timeLimit(.minutes(15))) func failureDoesNotWaitForTheOthers() async {
        let container = Container()
        let gate = Gate()
        container.registerAsync {
            await gate.pass()
            return Disk()
        }
        .scope(.singleton)
        container.registerAsync { () async throws -> Store in throw Broken() }.scope(.singleton)
        await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        gate.open()
    }

    @Test(.timeLimit(.minutes(15))) func timeOutNamesThePendingServices() async throws {
        let container = Container()
        let gate = Gate()
        container.register { Disk() }.scope(.singleton)
        container.registerAsync(fileID: "Shop/Modules.swift", line: 8) {
            await gate.pass()
            return Store()
        }
        .scope(.singleton)
        container.registerAsync(name: "second", fileID: "Shop/Modules.swift", line: 9) {
            await gate.pass()
            return Store()
        }
        .scope(.singleton)
        _ = container.resolve(Disk.self)
        var error: WarmUpError?
        // A singleton that was built already is ready at once, unless its task does not get its turn in time.
        for seconds in [0.5, 5, 50] where error?.pending.count != 2 {
            error = await #expect(throws: WarmUpError.self) {
                try await container.warmUp(timeout: .seconds(seconds))
            }
        }
        gate.open()
        let pending = try #require(error?.pending)
        #expect(pending.map(\.description) == ["Store", "Store \"second\""])
        let text = try #require(error).description
        #expect(text.hasPrefix("Not ready after "))
        #expect(
            text.hasSuffix(
                """
                 seconds:
                  Store, registered at Shop/Modules.swift:8
                  Store "second", registered at Shop/Modules.swift:9
                  To fix it, give the warm-up more time, or look for what they wait for: async ones are built first, then \
                those of the main actor, then the others.
                """
            )
        )
    }

    @Test(.timeLimit(.minutes(15))) func buildsContinueAfterATimeOut() async throws {
        let container = Container()
        let (gate, built) = (Gate(), Counter())
        container.registerAsync {
            await gate.pass()
            built.increment()
            return Store()
        }
        .scope(.singleton)
        await #expect(throws: WarmUpError.self) { try await container.warmUp(timeout: .milliseconds(1)) }
        gate.open()
        _ = try await container.resolveAsync(Store.self)
        #expect(built.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func cancellationEndsTheWarmUp() async {
        let container = Container()
        let (running, gate) = (Gate(), Gate())
        container.registerAsync {
            running.open()
            await gate.pass()
            return Store()
        }
        .scope(.singleton)
        let task = Task { try await container.warmUp() }
        await running.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
    }

    @Test(.timeLimit(.minutes(15))) func circleFailsAndDoesNotHang() async {
        let container = Container()
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Store.self)
            return Disk()
        }
        .scope(.singleton)
        container.registerAsync { resolver in
            _ = try await resolver.resolveAsync(Disk.self)
            return Store()
        }
        .scope(.singleton)
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .circularDependency)
    }

    @Test func closedContainerRefusesToWarmUp() async throws {
        let container = Container()
        container.register { Disk() }.scope(.singleton)
        try await container.shutdown()
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .containerClosed)
    }
}
