import Synchronization
import TestKit
import Testing

@testable import Seam

/// Validation of async factories and of those of the main actor.
struct AsyncValidationTests {
    private typealias Part = ValidationTests.Part
    private typealias Engine = ValidationTests.Engine
    private typealias Car = ValidationTests.Car
    private struct Failure: Error {}

    @Test func anAsyncFactoryIsRun() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws -> Car in
            await Task.yield()
            return Car(engine: try r.tryResolve())
        }
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    @Test func anAsyncFactoryThatAsksWithResolveIsAFinding() {
        let container = Container()
        container.registerAsync { (r: Resolver) async -> Car in
            await Task.yield()
            return Car(engine: r.resolve())
        }
        .scope(.singleton)
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    /// A counter of the whole process makes requests look for frames: the test has a process of its own.
    @Test func aTaskThatIsLeftBehindHasNoFrame() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { (r: Resolver) async -> Car in
                await Task.yield()
                return Car(engine: r.resolve())
            }
            .scope(.singleton)
            #expect(container.findings.count == 1)
            #expect(TaskFrame.keeping.load(ordering: .relaxed) == 0)
        }
    }

    @Test func aSynchronousServiceMayNeedAnAsyncSingleton() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }
        container.registerAsync { Engine() }.scope(.singleton)
        #expect(container.findings.isEmpty)
        container.registerAsync { Engine() }
        #expect(container.findings.map(\.kind) == [.factoryFailed])
    }

    @Test func anAsyncServiceThatNeedsAnUnreadyOneIsNoFaultOfItsOwn() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws -> String in "\(try r.tryResolve(Car.self))" }
        container.register { Car(engine: try $0.tryResolve()) }
        container.registerAsync { Engine() }
        #expect(container.findings.texts == ["factoryFailed String → Car → Engine"])
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
        #expect(container.findings.texts == [])
    }

    @Test func anAsyncFactoryThatIsNotDoneInTimeIsUnchecked() throws {
        let container = slow()
        container.register { () throws -> Int in throw Failure() }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(error.unchecked.map(\.description) == ["Engine"])
        #expect(error.findings.map(\.kind) == [.factoryFailed])
        #expect(
            error.description.hasSuffix(
                "\nNot checked, since they wait for the main actor or took too long: Engine."
            )
        )
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
        #expect(container.findings.isEmpty)
        container.registerAsync { Engine() }
        #expect(container.findings.texts == ["factoryFailed Car → Engine"])
    }

    @Test @MainActor func anAsyncServiceMayNeedAMainActorSingleton() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try r.tryResolve()) }
        container.registerOnMainActor { Engine() }.scope(.singleton)
        #expect(container.findings.isEmpty)
    }

    @Test func anAsyncSingletonThatFailsIsOneFault() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Part(try r.tryResolve()) }.scope(.singleton)
        container.register { Car(engine: Engine(try $0.tryResolve())) }
        #expect(container.findings.texts == ["missing Part → Int"])
    }

    @Test func anAsyncServiceThatIsNotKeptIsAFaultWhereItIsNotAwaited() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Part(try r.tryResolve()) }
        container.register { Car(engine: Engine(try $0.tryResolve())) }
        #expect(container.findings.texts == ["missing Part → Int", "factoryFailed Car → Part"])
    }

    @Test func aSingletonThatStopsHoldsUpNoAsyncService() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try await r.resolveAsync()) }
            .scope(.singleton)
        container.registerAsync { (r: Resolver) async in Engine(r.resolve(Part.self)) }.scope(.singleton)
        container.registerAsync { (r: Resolver) async throws in [try await r.resolveAsync(Car.self)].count }
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error.map { $0.findings.texts } == ["missing Engine → Part"])
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
        #expect(container.findings.isEmpty)
        #expect(container.findings.isEmpty)
        release.open()
        #expect(await Deadline.result(onThread: { resumed.wait(for: 2) }) != nil)
    }

    @Test @MainActor func aMainActorFactoryIsBuiltOnTheMainActor() {
        let container = Container()
        container.registerOnMainActor { () throws -> Engine in throw Failure() }
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(container.findings.texts == ["factoryFailed Engine"])
    }

    @Test func mainActorFactoriesAreBuiltForAnotherThread() async throws {
        let container = Container()
        container.registerOnMainActor { () throws -> Engine in
            MainActor.preconditionIsolated()
            throw Failure()
        }
        let found = try await Deadline.valueOnThread { container.findings.texts }
        #expect(found == ["factoryFailed Engine"])
        container.registerOnMainActor { Engine() }.scope(.singleton)
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(try await Deadline.valueOnThread { try container.uncheckedServices() }.isEmpty)
    }

    /// The main actor has to be free for a second: the test has a process of its own.
    @Test func aPartOfTheMainActorIsBuiltForAnotherThread() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for part in MainActorPart.all {
                let container = Container()
                part.add(container)
                let found = try await Deadline.valueOnThread { container.findings.texts }
                #expect(found == ["factoryFailed Engine"], "\(part.name)")
            }
        }
    }

    @Test func adviceOnTheMainActorIsToLeaveIt() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { @MainActor in Engine() }
            container.register { () throws -> Int in throw Failure() }
            let error = #expect(throws: ValidationError.self) { try container.validate() }
            #expect(
                error?.description
                    .hasSuffix(
                        """
                        took too long: Engine. To check what waits for the main actor, validate off it: in a `@concurrent` \
                        function, for example.
                        """
                    ) == true
            )
        }
    }

    @Test func aServiceThatWaitsForTheMainActorIsNotBuiltAfterTheValidation() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, builds) = (Container(), Counter())
            container.registerOnMainActor { Engine() }
            container.register { (r: Resolver) -> Car in
                let car = Car(engine: r.resolve())
                builds.increment()
                return car
            }
            try await MainActor.run {
                let unchecked = try WorkerThread { try container.uncheckedServices() }.value()
                #expect(unchecked.map(\.description) == ["Engine", "Car"])
            }
            // What the validation has left behind was enqueued before this.
            await MainActor.run {}
            #expect(builds.count == 0)
        }
    }

    /// A factory that waits for the main actor may stop the program, without the findings.
    @Test func anAsyncFactoryThatWaitsForTheMainActorIsNotCalledAfterTheValidation() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let (container, builds) = (Container(), Counter())
            let engine = { @Sendable in
                builds.increment()
                return Engine()
            }
            container.registerAsync { @MainActor in engine() }
            container.registerAsync(name: "kept") { @MainActor _ in engine() }.scope(.singleton)
            container.registerAsync { @MainActor (_: Resolver, _: Int) in engine() }
            container.registerOnMainActor(name: "synchronous") { engine() }
            container.registerAsync { (r: Resolver) async throws in
                Car(engine: try await r.resolveAsync(name: "synchronous"))
            }
            let unchecked = try container.uncheckedServices { $0.arguments(for: Engine.self, 1) }
            #expect(unchecked.count == 5)
            // What the validation has left behind was enqueued before this, and goes on once the actor is free.
            for _ in 0..<100 {
                await Task.yield()
                await Task.detached {}.value
            }
            #expect(builds.count == 0)
        }
    }

    @Test func aServiceThatNeedsTheMainActorIsBuiltThereForAnotherThread() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { Engine() }
            container.registerOnMainActor { 1.5 }
            container.register { Car(engine: $0.resolve()) }
            container.registerAsync { @MainActor (r: Resolver) in "\(try r.tryResolve(Double.self))" }
            container.register { (r: Resolver) in [try r.tryResolve(Double.self), Double(try r.tryResolve(Int.self))] }
            let error = try await Deadline.valueOnThread {
                #expect(throws: ValidationError.self) { try container.validate() }
            }
            #expect(error?.findings.texts == ["missing [Double] → Int"])
            #expect(error?.unchecked.isEmpty == true)
        }
    }

    @Test func aFailedResolveOnTheMainActorStopsTheProgramWithAllFindingsSoFar() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            await MainActor.run { _ = try? Self.containerThatStops().validate() }
        }
        try expectAllFindings(in: result)
    }

    @Test func aFailedResolveOnTheMainActorStopsAValidationElsewhereInTheSameWay() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            await Task.detached { _ = try? Self.containerThatStops().validate() }.value
        }
        try expectAllFindings(in: result)
    }

    private static func containerThatStops() -> Container {
        let container = Container()
        container.register(fileID: "Shop/A.swift", line: 1) { () throws -> Int in throw Failure() }
        container.registerOnMainActor { (r: Resolver) in
            Car(engine: r.resolve(fileID: "Shop/A.swift", line: 2))
        }
        return container
    }

    private func expectAllFindings(in result: ExitTest.Result?) throws {
        let output = try #require(result).standardErrorText
        #expect(output.contains("Shop/A.swift:2: Fatal error:"))
        #expect(output.contains("The validation stops here, before it has checked everything:"))
        #expect(
            output.contains(
                """
                The container has 2 faults:
                1. No registration for 'Engine'.
                     Path: Car → Engine   (asked for at Shop/A.swift:2)
                     To fix it, register it before it is asked for: \
                `container.register(ValidationTests.Engine.self) { … }`.
                2. Building 'Int' failed: Failure()
                """
            )
        )
    }
}

/// A part of a registration that runs on the main actor, and fails there.
private struct MainActorPart: Sendable {
    private typealias Engine = ValidationTests.Engine
    private struct Failure: Error {}

    let name: String
    let add: @Sendable (Container) -> Void

    private init(_ name: String, _ add: @escaping @Sendable (Container) -> Void) {
        (self.name, self.add) = (name, add)
    }

    static let all = [
        Self("contribution") { container in
            container.contributeOnMainActor { () throws -> Engine in throw Failure() }
        },
        Self("decorator of the registration") { container in
            container.register { Engine() }.decorateOnMainActor { _, _ in throw Failure() }
        },
        Self("decorator of the container") { container in
            container.register { Engine() }
            container.decorateOnMainActor(Engine.self) { _, _ in throw Failure() }
        },
        Self("onCreate") { container in
            container.register { Engine() }.onCreateOnMainActor { _, _ in throw Failure() }
        },
        Self("onResolved") { container in
            container.register { Engine() }.onResolvedOnMainActor { _, _ in throw Failure() }
        },
    ]
}
