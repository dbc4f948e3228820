import Seam
import TestKit
import Testing

/// Async singletons that a warm-up builds again, since they need another one by way of a synchronous request.
struct WarmUpRepetitionTests {
    private final class Disk: Sendable {}

    private struct Store {
        let disk: Disk
    }

    private let container = Container()
    private let attempts = Counter()

    /// Registers an async singleton that awaits a synchronous one, which needs the disk.
    private func registerReader(attemptEnds: @escaping @Sendable () -> Void = {}) {
        container.register { (resolver: Resolver) in Store(disk: try resolver.tryResolve()) }.scope(.singleton)
        container.registerAsync { [attempts] (resolver: Resolver) in
            attempts.increment()
            defer { attemptEnds() }
            return "reader of \(try await resolver.resolveAsync(Store.self).disk)"
        }
        .scope(.singleton)
    }

    @Test func asyncSingletonThatIsNotReadyIsFoundInTheNextAttempt() async throws {
        let gate = Gate()
        registerReader { gate.open() }
        container.registerAsync { () async in
            await gate.pass()
            return Disk()
        }
        .scope(.singleton)
        try await container.warmUp()
        #expect(try container.tryResolve(Store.self).disk === container.tryResolve(Disk.self))
        #expect(container.optional(String.self) != nil)
        #expect(attempts.count == 2)
    }

    @Test func singletonOfTheMainActorIsFoundInTheNextStage() async throws {
        registerReader()
        container.registerOnMainActor { Disk() }.scope(.singleton)
        try await container.warmUp()
        #expect(container.optional(String.self) != nil)
        #expect(attempts.count == 2)
    }

    @Test func singletonIsNotBuiltAgainIfNoOtherOneGetsReady() async throws {
        registerReader()
        container.registerAsync { () async in Disk() }
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .requiresAsync)
        #expect(error?.steps == ["String", "Store", "Disk"])
        #expect(attempts.count == 1)
    }

    /// A build that one of them begins too early fails the others that wait for it.
    @Test func warmUpsBesideEachOtherSucceed() async throws {
        for _ in 0..<200 {
            let container = Container()
            container.registerOnMainActor { Disk() }.scope(.singleton)
            container.register { (resolver: Resolver) in Store(disk: try resolver.tryResolve()) }.scope(.singleton)
            container.registerAsync { (resolver: Resolver) in
                await Task.yield()
                return "reader of \(try await resolver.resolveAsync(Store.self).disk)"
            }
            .scope(.singleton)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { try await container.warmUp() } }
                try await group.waitForAll()
            }
        }
    }

    /// The request has begun the build before the disk was ready; the second attempt of the warm-up waits for it.
    @Test func buildThatAnotherRequestBeganTooEarlyIsRepeated() async throws {
        let (firstHasEnded, diskMayBeBuilt, hasFoundNoDisk, mayFail) = (Gate(), Gate(), Gate(), Gate())
        container.registerAsync { () async in
            await diskMayBeBuilt.pass()
            return Disk()
        }
        .scope(.singleton)
        container.registerAsync { [attempts] (resolver: Resolver) in
            let attempt = attempts.increment()
            do {
                return "reader of \(try resolver.tryResolve(Disk.self))"
            } catch {
                firstHasEnded.open()
                if attempt == 2 {
                    hasFoundNoDisk.open()
                    await mayFail.pass()
                }
                throw error
            }
        }
        .scope(.singleton)
        async let warmUp: Void = container.warmUp()
        await firstHasEnded.pass()
        async let request: Void = { [container, attempts] in
            while attempts.count < 2 { _ = try? await container.resolveAsync(String.self) }
        }()
        await hasFoundNoDisk.pass()
        diskMayBeBuilt.open()
        _ = try await container.resolveAsync(Disk.self)
        // Nothing tells that the warm-up waits. If it is later than this, it finds no build, which is right as well.
        try await Task.sleep(for: .milliseconds(100))
        mayFail.open()
        await request
        try await warmUp
        #expect(attempts.count == 3)
    }

    /// A second attempt, which the disk or the main actor would let succeed, would find the singleton, and no fault.
    @Test(arguments: [true, false])
    func hookThatLacksAnInstanceFailsTheWarmUp(isAsync: Bool) async {
        container.registerOnMainActor { Disk() }.scope(isAsync ? .singleton : .unique)
        container.register { 1 }.scope(.cached)
            .onResolved { _, resolver in _ = try resolver.tryResolve(Disk.self) }
        if isAsync {
            container.registerAsync { "\(try await $0.resolveAsync(Int.self))" }.scope(.singleton)
        } else {
            container.register { "\($0.resolve(Int.self))" }.scope(.singleton)
        }
        let error = await #expect(throws: ResolutionError.self) { try await container.warmUp() }
        #expect(error?.code == .requiresMainActor)
        #expect(container.optional(String.self) == "1")
    }
}
