import TestKit
import Testing

@testable import Seam

/// Validation of factories of the main actor, on the main actor and elsewhere.
struct ActorValidationTests {
    private typealias Engine = ValidationTests.Engine
    private typealias Car = ValidationTests.Car
    private struct Failure: Error {}

    @Test @MainActor func mainActorFactoryIsBuiltOnTheMainActor() {
        let container = Container()
        container.registerOnMainActor { () throws -> Engine in throw Failure() }
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(container.findings.texts == ["factoryFailed Engine"])
    }

    // The main actor has to be free for a second: tests that wait for it have processes of their own.

    @Test func mainActorFactoriesAreBuiltForAnotherThread() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
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
    }

    @Test func partOfTheMainActorIsBuiltForAnotherThread() async {
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
                        may need such a service: Engine. To check what waits for the main actor, validate off it: with `await \
                        expectValid`, or in a `@concurrent` function.
                        """
                    ) == true
            )
        }
    }

    @Test func serviceThatWaitsForTheMainActorIsNotBuiltAfterTheValidation() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, builds) = (Container(), Counter())
            container.registerOnMainActor { Engine() }
            container.register { (r: Resolver) -> Car in
                let car = Car(engine: r.resolve())
                builds.increment()
                return car
            }
            container.registerAsync { @MainActor in "\(builds.increment())" }.scope(.singleton)
            try await MainActor.run {
                let unchecked = try WorkerThread { try container.uncheckedServices() }.value()
                #expect(Set(unchecked.map(\.description)) == ["Engine", "Car", "String"])
            }
            // A task that the validation has left behind was enqueued before this, and goes on once the actor is free.
            for _ in 0..<100 {
                await MainActor.run {}
                await Task.detached {}.value
            }
            #expect(builds.count == 0)
        }
    }

    /// A factory that waits for the main actor may stop the program, without the findings.
    @Test func asyncFactoryThatWaitsForTheMainActorIsNotCalledAfterTheValidation() async {
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
            container.registerAsync(name: "declared") { (r: Resolver) async throws in
                Car(engine: try await r.container.spareEngine(built: engine).resolveAsync())
            }
            let unchecked = try container.uncheckedServices { $0.arguments(for: Engine.self, 1) }
            #expect(unchecked.count == 6)
            // A task that the validation has left behind was enqueued before this, and goes on once the actor is free.
            for _ in 0..<100 {
                await Task.yield()
                await Task.detached {}.value
            }
            #expect(builds.count == 0)
        }
    }

    /// A factory may throw an error of its own if it does not get a service.
    @Test @MainActor func factoryThatMissesTheMainActorIsNoFault() throws {
        let container = Container()
        container.registerAsync { @MainActor in Engine() }.scope(.singleton)
        container.registerAsync { (r: Resolver) async throws -> Car in
            do { return Car(engine: try await r.resolveAsync()) } catch { throw Failure() }
        }
        container.registerOnMainActor { 1 }
        container.registerAsync { (r: Resolver) async throws in
            do { return "\(try await r.resolveAsync(Int.self))" } catch { throw Failure() }
        }
        #expect(try container.uncheckedServices().count == 4)
    }

    /// An async service that needs a kept one of the main actor is built before those of the main actor that need it.
    @Test @MainActor func asyncServiceBetweenTwoOfTheMainActorIsBuilt() throws {
        let container = Container()
        container.registerAsync { (r: Resolver) async in Car(engine: r.resolve()) }.scope(.singleton)
        container.registerOnMainActor { Engine() }.scope(.singleton)
        container.registerOnMainActor { [$0.resolve(Car.self)] }
        #expect(try container.uncheckedServices().isEmpty)
    }

    /// A service that cannot be built before the validation is over costs it no time.
    @Test @MainActor func validationOnTheMainActorDoesNotWaitForIt() throws {
        let container = Container()
        for index in 0..<20 {
            container.registerAsync(name: ServiceName("\(index)")) { @MainActor in Engine() }.scope(.singleton)
            container.registerAsync(name: ServiceName("\(index)")) { (r: Resolver) async throws in
                Car(engine: try await r.resolveAsync(name: ServiceName("\(index)")))
            }
            // The main actor may have the conformance of an alias.
            container.registerAsync(name: ServiceName("\(index)")) { index }
                .implements((any Error).self, name: ServiceName("\(index)"))
        }
        let start = ContinuousClock.now
        #expect(try container.uncheckedServices().count == 60)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func serviceThatNeedsTheMainActorIsBuiltThereForAnotherThread() async {
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

    @Test func failedResolveOnTheMainActorStopsTheProgramWithAllFindingsSoFar() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            await MainActor.run { _ = try? Self.containerThatStops().validate() }
        }
        try expectAllFindings(in: result)
    }

    @Test func failedResolveOnTheMainActorStopsAValidationElsewhereInTheSameWay() async throws {
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

extension Container {
    /// An async declaration whose context belongs to the main actor.
    fileprivate func spareEngine(
        built engine: @escaping @Sendable () -> ValidationTests.Engine
    ) -> Factory<ValidationTests.Engine> {
        async { ValidationTests.Engine() }.whenOnMainActor(.always) { engine() }
    }
}
