import Seam
import TestKit
import Testing

/// Validation, with a graph that has a fault and its nearest innocent twin; the larger rules have tests of their own.
struct ValidationTests {
    private final class Part: Sendable {
        init(_: Int = 1) {}
    }
    private final class Engine: Sendable {
        init(_: Part? = nil) {}
    }
    private final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }
    private protocol Vehicle {}
    private protocol Wheeled {}
    private struct Bus: Vehicle, Wheeled {}
    private struct Failure: Error {}

    private func findings(
        in container: Container,
        _ samples: (inout ValidationSamples) -> Void = { _ in }
    ) -> [ValidationFinding] {
        do throws(ValidationError) {
            try container.validate(samples)
            return []
        } catch {
            return error.findings
        }
    }

    private func text(_ findings: [ValidationFinding]) -> [String] {
        findings.map { "\($0.kind) \($0.path.map(\.description).joined(separator: " → "))" }
    }

    // MARK: Aliases

    @Test func anIncompatibleAliasIsFound() {
        let container = Container()
        container.register { Engine() }.implements((any Vehicle).self)
        #expect(findings(in: container).map(\.kind) == [.incompatibleAlias])
    }

    @Test func aCompatibleAliasIsNoFault() {
        let container = Container()
        container.register { Bus() }.implements((any Vehicle).self)
        #expect(findings(in: container).isEmpty)
    }

    @Test func aRingOfAliasesIsFoundOnce() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register((any Vehicle).self) { Bus() }.implements((any Wheeled).self)
        child.register((any Wheeled).self) { Bus() }.implements((any Vehicle).self)
        child.unregister((any Wheeled).self)
        #expect(text(findings(in: child)) == ["incompatibleAlias Wheeled → Vehicle → Wheeled"])
    }

    // MARK: Equal keys

    @Test func faultsOfTwoContributionsAreTwo() {
        let container = Container()
        container.contribute(fileID: "Shop/A.swift", line: 1) { () throws -> Engine in throw Failure() }
        container.contribute(fileID: "Shop/A.swift", line: 2) { () throws -> Engine in throw Failure() }
        container.contribute { Engine() }
        container.register { (r: Resolver) in try r.tryResolve([Engine].self).count }
        let found = findings(in: container)
        #expect(text(found) == ["factoryFailed Engine", "factoryFailed Engine"])
        #expect(found.map { $0.location?.line } == [1, 2])
    }

    @Test func faultsOfAParentAndAChildUnderOneKeyAreTwo() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { () throws -> Engine in throw Failure() }
        child.register { () throws -> Engine in throw Failure() }
        child.register { Car(engine: try $0.tryResolve()) }
        #expect(text(findings(in: child)) == ["factoryFailed Engine", "factoryFailed Engine"])
        child.register { Engine() }
        #expect(text(findings(in: child)) == ["factoryFailed Engine"])
    }

    @Test func unfitAliasesOfAParentAndAChildAreTwo() {
        let parent = Container()
        let child = Container(parent: parent)
        for container in [parent, child] { container.register { Engine() }.implements((any Vehicle).self) }
        #expect(findings(in: child).map(\.kind) == [.incompatibleAlias, .incompatibleAlias])
    }

    // MARK: Factories

    @Test func aFactoryThatThrowsIsFoundOnce() {
        let container = Container()
        container.register { () throws -> Engine in throw Failure() }
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(text(findings(in: container)) == ["factoryFailed Engine"])
    }

    @Test func aFactoryThatHandlesAFailureIsNoFault() {
        let container = Container()
        container.register { (r: Resolver) in (try? r.tryResolve(Engine.self)) == nil ? 1 : 2 }
        #expect(findings(in: container).isEmpty)
    }

    // MARK: Arguments

    @Test func aRegistrationWithArgumentsNeedsASample() {
        let container = Container()
        container.register { (_: Resolver, text: String, _: Int) in text.count }
        let found = findings(in: container)
        #expect(text(found) == ["sampleNeeded Int(String, Int)"])
        #expect(findings(in: container) { $0.arguments(for: Int.self, "a", 1) }.isEmpty)
    }

    @Test func aSampleReachesTheFactory() {
        let container = Container()
        container.register { (_: Resolver, text: String) throws -> Int in
            guard text == "good" else { throw Failure() }
            return 1
        }
        #expect(findings(in: container) { $0.arguments(for: Int.self, "good") }.isEmpty)
        #expect(findings(in: container) { $0.arguments(for: Int.self, "bad") }.map(\.kind) == [.factoryFailed])
    }

    @Test func aRegistrationThatIsBuiltWithArgumentsNeedsNoSample() {
        let container = Container()
        container.register { (_: Resolver, text: String) in text.count }
        container.register { (r: Resolver) in Double(r.resolve(Int.self, arguments: "a")) }
        #expect(findings(in: container).isEmpty)
    }

    // MARK: Async and main-actor factories

    @Test func anAsyncFactoryIsRun() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws -> Car in
            await Task.yield()
            return Car(engine: try r.tryResolve())
        }
        #expect(text(findings(in: container)) == ["missing Car → Engine"])
    }

    @Test func anAsyncFactoryThatAsksWithResolveIsAFinding() {
        let container = Container()
        container.registerAsync { (r: Resolver) async -> Car in
            await Task.yield()
            return Car(engine: r.resolve())
        }
        .scope(.singleton)
        #expect(text(findings(in: container)) == ["missing Car → Engine"])
    }

    @Test func aSynchronousServiceMayNeedAnAsyncSingleton() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }
        container.registerAsync { Engine() }.scope(.singleton)
        #expect(findings(in: container).isEmpty)
        container.registerAsync { Engine() }
        #expect(findings(in: container).map(\.kind) == [.factoryFailed])
    }

    @Test func anAsyncServiceThatNeedsAnUnreadyOneIsNoFaultOfItsOwn() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws -> String in "\(try r.tryResolve(Car.self))" }
        container.register { Car(engine: try $0.tryResolve()) }
        container.registerAsync { Engine() }
        #expect(text(findings(in: container)) == ["factoryFailed String → Car → Engine"])
    }

    @Test func asyncServicesThatNeedEachOthersInstancesAreBuiltInAnyOrder() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws -> String in "\(try r.tryResolve(Car.self))" }
            .scope(.singleton)
        container.register { (r: Resolver) in Car(engine: try r.tryResolve([Engine].self)[0]) }
        container.registerAsync { (r: Resolver) async throws -> Engine in
            _ = try r.tryResolve(Double.self)
            return Engine()
        }
        .scope(.singleton)
        container.register { (r: Resolver) in Double(try r.tryResolve(Int.self)) }
        container.registerAsync { 1 }.scope(.singleton)
        #expect(text(findings(in: container)) == [])
    }

    @Test func anAsyncFactoryThatIsNotDoneInTimeIsUnchecked() throws {
        let container = slow()
        container.register { () throws -> Int in throw Failure() }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(error.unchecked.map(\.description) == ["Engine"])
        #expect(error.findings.map(\.kind) == [.factoryFailed])
        #expect(error.description.hasSuffix("\nNot checked, since not built in time: Engine."))
    }

    @Test func aValidationWithoutFaultsReturnsWhatIsUnchecked() throws {
        let container = slow()
        #expect(try container.uncheckedServices().map(\.description) == ["Engine"])
        container.register { Engine() }
        #expect(try container.uncheckedServices().isEmpty)
    }

    private func slow() -> Container {
        let container = Container()
        container.registerAsync { () async throws -> Engine in
            try await Task.sleep(for: .seconds(60))
            return Engine()
        }
        return container
    }

    @Test func anAsyncServiceMayNeedAnAsyncSingletonThatIsRegisteredLater() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try r.tryResolve()) }
        container.registerAsync { Engine() }.scope(.singleton)
        #expect(findings(in: container).isEmpty)
        container.registerAsync { Engine() }
        #expect(text(findings(in: container)) == ["factoryFailed Car → Engine"])
    }

    @Test @MainActor func anAsyncServiceMayNeedAMainActorSingleton() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try r.tryResolve()) }
        container.registerOnMainActor { Engine() }.scope(.singleton)
        #expect(findings(in: container).isEmpty)
    }

    @Test func anAsyncSingletonThatFailsIsOneFault() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Part(try r.tryResolve()) }.scope(.singleton)
        container.register { Car(engine: Engine(try $0.tryResolve())) }
        #expect(text(findings(in: container)) == ["missing Part → Int"])
    }

    @Test func anAsyncServiceThatIsNotKeptIsAFaultWhereItIsNotAwaited() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Part(try r.tryResolve()) }
        container.register { Car(engine: Engine(try $0.tryResolve())) }
        #expect(text(findings(in: container)) == ["missing Part → Int", "factoryFailed Car → Part"])
    }

    @Test func aSingletonThatStopsHoldsUpNoAsyncService() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try await r.resolveAsync()) }
            .scope(.singleton)
        container.registerAsync { (r: Resolver) async in Engine(r.resolve(Part.self)) }.scope(.singleton)
        container.registerAsync { (r: Resolver) async throws in [try await r.resolveAsync(Car.self)].count }
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error.map { text($0.findings) } == ["missing Engine → Part"])
        #expect(error?.unchecked.isEmpty == true)
    }

    @Test func anAsyncFactoryThatIsLateIsResumed() async {
        let container = Container()
        let (release, resumed) = (Gate(), Counter())
        container.registerAsync { () async in
            await release.pass()
            resumed.increment()
            return Engine()
        }
        .scope(.singleton)
        // When the second validation ends, nothing of the first one is under way any more except for the factory.
        #expect(findings(in: container).isEmpty)
        #expect(findings(in: container).isEmpty)
        release.open()
        #expect(await Deadline.result(onThread: { resumed.wait(for: 2) }) != nil)
    }

    @Test @MainActor func aMainActorFactoryIsBuiltOnTheMainActor() {
        let container = Container()
        container.registerOnMainActor { () throws -> Engine in throw Failure() }
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(text(findings(in: container)) == ["factoryFailed Engine"])
    }

    @Test func mainActorFactoriesAreBuiltForAnotherThread() async throws {
        let container = Container()
        container.registerOnMainActor { () throws -> Engine in
            MainActor.assertIsolated()
            throw Failure()
        }
        let found = try await Deadline.valueOnThread { text(findings(in: container)) }
        #expect(found == ["factoryFailed Engine"])
        container.registerOnMainActor { Engine() }.scope(.singleton)
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(try await Deadline.valueOnThread { try container.uncheckedServices() }.isEmpty)
    }

    @Test func aServiceThatNeedsTheMainActorElsewhereIsUnchecked() async throws {
        let container = Container()
        container.registerOnMainActor { Engine() }
        container.register { Car(engine: try $0.tryResolve()) }
        let unchecked = try await Deadline.valueOnThread { try container.uncheckedServices() }
        #expect(unchecked.map(\.description) == ["Car"])
    }

    @Test func aFailedResolveOnTheMainActorStopsTheProgramWithAllFindingsSoFar() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let container = Container()
                container.register(fileID: "Shop/A.swift", line: 1) { () throws -> Int in throw Failure() }
                container.registerOnMainActor { (r: Resolver) in
                    Car(engine: r.resolve(fileID: "Shop/A.swift", line: 2))
                }
                _ = try? container.validate()
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            output.contains(
                """
                The container has 2 faults:
                1. No registration for 'Engine'.
                     Path: Car → Engine   (asked for at Shop/A.swift:2)
                     To fix it, register it before it is asked for: `container.register(Engine.self) { … }`.
                2. Building 'Int' failed: Failure()
                """
            )
        )
    }

    // MARK: Containers

    @Test func factoriesThatNameNoContainerAskTheCopy() throws {
        struct Trip {
            @Inject var engine: Engine
            @LazyInject var car: Car
        }
        let container = Container()
        container.register { Engine() }.scope(.singleton)
        container.register { Car(engine: resolve()) }
        container.register { () throws -> Int in
            let trip = Trip()
            guard trip.car.engine === trip.engine, Container.current !== container else { throw Failure() }
            return 1
        }
        try container.validate()
        #expect(!Container.main.isRegistered(Engine.self))
        #expect(container.explain(Engine.self).contains("no instance is kept"))
    }

    @Test func nothingIsKeptAndNothingIsTouched() throws {
        let counts = (made: Counter(), released: Counter())
        final class Tracked: Sendable {
            let released: Counter
            init(_ released: Counter) { self.released = released }
            deinit { released.increment() }
        }
        let container = Container()
        container.register { () -> Tracked in
            counts.made.increment()
            return Tracked(counts.released)
        }
        .scope(.singleton)
        try container.validate()
        #expect(counts.made.count == 1)
        #expect(counts.released.count == 1)
        _ = container.resolve(Tracked.self)
        #expect(counts.made.count == 2)
    }

    @Test func storageOfADeclaredServiceIsNotTouched() throws {
        let container = Container()
        let built = Journal<PooledPart>()
        container.register { (r: Resolver) in
            built.note(r.container.pooledPart())
            withOverrides { _ in
            } operation: {
                built.note(Container.current.pooledPart())
            }
            return 1
        }
        let live = container.pooledPart()
        try container.validate()
        #expect(built.entries.count == 2)
        #expect(!built.entries.contains { $0 === live })
        #expect(container.pooledPart() === live)
    }

    @Test func registrationsOfParentsAreChecked() {
        let parent = Container()
        parent.register { Car(engine: try $0.tryResolve()) }
        let child = Container(parent: parent)
        #expect(text(findings(in: child)) == ["missing Car → Engine"])
        child.register { Engine() }
        #expect(findings(in: child).isEmpty)
        parent.register { Car(engine: try $0.tryResolve()) }.scope(.singleton)
        #expect(text(findings(in: child)) == ["missing Car → Engine"])
    }

    @Test func contributionsAreChecked() {
        let container = Container()
        container.contribute { () throws -> Engine in throw Failure() }
        #expect(findings(in: container).map(\.kind) == [.factoryFailed])
    }

    @Test func declaredServicesAreCheckedWhereTheyAreAskedFor() {
        let container = Container()
        container.register { (r: Resolver) in Int(r.container.brokenPart()) }
        #expect(findings(in: container).map(\.kind) == [.factoryFailed])
    }

    @Test func allFaultsAreReportedAtOnce() throws {
        let container = Container()
        container.register(fileID: "Shop/A.swift", line: 1) { () throws -> Int in throw Failure() }
        container.register(fileID: "Shop/A.swift", line: 2) {
            Car(engine: try $0.tryResolve(fileID: "Shop/A.swift", line: 3))
        }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(
            error.description == """
                The container has 2 faults:
                1. No registration for 'Engine'.
                     Path: Car → Engine   (asked for at Shop/A.swift:3)
                     To fix it, register it before it is asked for: `container.register(Engine.self) { … }`.
                2. Building 'Int' failed: Failure()
                     Path: Int   (asked for at Shop/A.swift:1)
                     To fix it, look at what its factory, decorators and hooks throw; nothing was kept, and the next \
                request tries again.
                """
        )
    }
}

extension Container {
    fileprivate var pooledPart: Factory<PooledPart> { self { PooledPart() }.scope(.pool) }
    fileprivate var brokenPart: Factory<UInt8> { self { () throws -> UInt8 in throw CancellationError() } }
}

private final class PooledPart: Sendable {}

extension Scope {
    private static let storage = StrongStorage()

    /// A scope whose storage is shared by all containers.
    fileprivate static let pool = Scope("pool") { storage }
}
