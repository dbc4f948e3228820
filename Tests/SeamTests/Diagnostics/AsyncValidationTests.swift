import Synchronization
import TestKit
import Testing

@testable import Seam

extension Container {
    fileprivate var lateEngine: Factory<ValidationTests.Engine> { async { ValidationTests.Engine() } }
}

/// Validation of async factories.
struct AsyncValidationTests {
    private typealias Part = ValidationTests.Part
    private typealias Engine = ValidationTests.Engine
    private typealias Car = ValidationTests.Car
    private struct Failure: Error {}

    @Test func asyncFactoryIsRun() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws -> Car in
            await Task.yield()
            return Car(engine: try r.tryResolve())
        }
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    @Test func asyncFactoryThatAsksWithResolveIsAFinding() {
        let container = Container()
        container.registerAsync { (r: Resolver) async -> Car in
            await Task.yield()
            return Car(engine: r.resolve())
        }
        .scope(.singleton)
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    /// A counter of the whole process makes requests look for frames: the test has a process of its own.
    @Test func taskThatIsLeftBehindHasNoFrame() async {
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

    @Test func synchronousServiceMayNeedAnAsyncSingleton() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }
        container.registerAsync { Engine() }.scope(.singleton)
        #expect(container.findings.isEmpty)
        container.registerAsync { Engine() }
        #expect(container.findings.map(\.kind) == [.factoryFailed])
    }

    // MARK: - Lazy values, which ask synchronously

    @Test(arguments: [Scope].all)
    func lazyValueOfAnAsyncServiceNeedsAnInstanceThatIsShared(_ scope: Scope) {
        let container = Container()
        container.registerAsync { Engine() }.scope(scope)
        container.register { (r: Resolver) in
            _ = r.resolve(Lazy<Engine>.self)
            return 1
        }
        #expect(container.findings.texts == (scope == .unique ? ["factoryFailed Int → Engine"] : []))
    }

    /// The other scopes that are not unique give the instance to later requests.
    @Test func lazyValueOfAnAsyncGraphServiceIsReadInTheSameRequest() async throws {
        let container = Container()
        container.registerAsync { Engine() }.scope(.graph)
        container.registerAsync { (r: Resolver) async throws -> Car in
            _ = try await r.resolveAsync(Engine.self)
            return Car(engine: r.resolve(Lazy<Engine>.self).value)
        }
        _ = try await container.resolveAsync(Car.self)
        #expect(container.findings.isEmpty)
    }

    private struct LazyForm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var path = "Owner → Engine"
        let register: @Sendable (Container) -> Void
    }

    private struct Owner {}

    private struct LazyOwner { @LazyInject var engine: Engine }
    private struct WeakOwner { @WeakInject var engine: Engine? }
    private struct DynamicOwner { @DynamicInject var engine: Engine }
    private struct DeclaredOwner { @LazyInject(\.lateEngine) var engine }

    @Test(
        arguments: [
            LazyForm(testDescription: "Lazy") { $0.register { r in owner(r.resolve(Lazy<Engine>.self)) } },
            LazyForm(testDescription: "Provider") { $0.register { r in owner(r.resolve(Provider<Engine>.self)) } },
            LazyForm(testDescription: "autowired") {
                $0.register(autowiring: { (_: Lazy<Engine>) in Owner() })
            },
            LazyForm(testDescription: "alias", path: "Owner → Any → Engine") {
                $0.register { r in owner(r.resolve(Lazy<Any>.self)) }
            },
            LazyForm(testDescription: "arguments", path: "Owner → Engine(Int)") {
                $0.registerAsync { (_: Resolver, _: Int) in Engine() }
                $0.register { r in owner(r.resolve(Provider<Engine, Int>.self)) }
            },
            LazyForm(testDescription: "@LazyInject") { $0.register { owner(LazyOwner()) } },
            LazyForm(testDescription: "@WeakInject") { $0.register { owner(WeakOwner()) } },
            LazyForm(testDescription: "@DynamicInject") { $0.register { owner(DynamicOwner()) } },
            LazyForm(testDescription: "declared", path: #"Owner → \.lateEngine"#) {
                $0.register { owner(DeclaredOwner()) }
            },
        ]
    )
    private func lazyFormOfAUniqueAsyncServiceIsAFinding(_ form: LazyForm) throws {
        let container = Container()
        container.registerAsync { Engine() }.implements(Any.self) { $0 }
        form.register(container)
        let findings = container.findings.filter { $0.kind != .sampleNeeded }
        #expect(findings.texts == ["factoryFailed \(form.path)"])
        #expect(findings.first?.description.contains("so no lazy value can read it.") == true)
    }

    private static func owner(_: Any) -> Owner { Owner() }

    @Test func textOfAnUnreadableLazyValueSaysWhatToDo() throws {
        let container = Container()
        container.registerAsync { Engine() }
        container.register(fileID: "Shop/M.swift", line: 8, autowiring: { (_: Lazy<Engine>) in Owner() })
        let finding = try #require(container.findings.first)
        #expect(
            finding.description == """
                'Engine' is built by an async factory and not cached, so no lazy value can read it.
                  Path: Owner → Engine   (asked for at Shop/M.swift:8)
                  To fix it, give it a scope that caches it, and ask for it with `await resolveAsync` before the value is \
                read; or await it in an async factory that takes the instance.
                """
        )
    }

    @Test func contributionsOfAnArrayAreNotAsyncWithARegistrationOfTheirType() {
        let container = Container()
        container.registerAsync { Engine() }
        for _ in 0..<3 { container.contribute { _ in Engine() } }
        container.register { (r: Resolver) in
            _ = r.resolve(Lazy<[Engine]>.self)
            return 1
        }
        #expect(container.findings.texts == [])
    }

    /// Which of the registrations answers is known at the call.
    @Test func providerMayFindASynchronousRegistrationByItsArguments() {
        let container = Container()
        container.registerAsync { (_: Resolver, _: Fixtures.Dog) in Engine() }
        container.register { (_: Resolver, _: Fixtures.Cat) in Engine() }
        container.register { (r: Resolver) in
            _ = r.resolve(Provider<Engine, any Fixtures.Animal>.self)
            return 1
        }
        #expect(container.findings.map(\.kind).allSatisfy { $0 == .sampleNeeded })
    }

    // MARK: - Several

    @Test func asyncServiceThatNeedsAnUnreadyOneIsNoFaultOfItsOwn() {
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

    @Test func asyncFactoryThatIsNotDoneInTimeIsUnchecked() throws {
        let container = slow()
        container.register { () throws -> Int in throw Failure() }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(error.unchecked.map(\.description) == ["Engine"])
        #expect(error.findings.map(\.kind) == [.factoryFailed])
        #expect(
            error.description.hasSuffix(
                "\nNot checked, since they wait for the main actor, took too long, or may need such a service: Engine."
            )
        )
    }

    @Test func validationWithoutFaultsReturnsWhatIsUnchecked() throws {
        let container = slow()
        #expect(try container.uncheckedServices().map(\.description) == ["Engine"])
        container.register { Engine() }
        #expect(try container.uncheckedServices().isEmpty)
    }

    @Test func asyncServiceThatIsUncheckedAndNotKeptIsAFaultWhereItIsNotAwaited() throws {
        let container = slow()
        container.register { Car(engine: try $0.tryResolve()) }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(error.findings.texts == ["factoryFailed Car → Engine"])
        #expect(error.unchecked.map(\.description) == ["Engine"])
    }

    private func slow() -> Container {
        let container = Container()
        container.registerAsync { () async throws -> Engine in
            try await Task.sleep(for: .seconds(60))
            return Engine()
        }
        return container
    }

    @Test func asyncServiceMayNeedAnAsyncSingletonThatIsRegisteredLater() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try r.tryResolve()) }
        container.registerAsync { Engine() }.scope(.singleton)
        #expect(container.findings.isEmpty)
        container.registerAsync { Engine() }
        #expect(container.findings.texts == ["factoryFailed Car → Engine"])
    }

    @Test @MainActor func asyncServiceMayNeedAMainActorSingleton() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try r.tryResolve()) }
        container.registerOnMainActor { Engine() }.scope(.singleton)
        #expect(container.findings.isEmpty)
    }

    @Test func asyncSingletonThatFailsIsOneFault() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Part(try r.tryResolve()) }.scope(.singleton)
        container.register { Car(engine: Engine(try $0.tryResolve())) }
        #expect(container.findings.texts == ["missing Part → Int"])
    }

    @Test func asyncServiceThatIsNotKeptIsAFaultWhereItIsNotAwaited() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Part(try r.tryResolve()) }
        container.register { Car(engine: Engine(try $0.tryResolve())) }
        #expect(container.findings.texts == ["missing Part → Int", "factoryFailed Car → Part"])
    }

    @Test func singletonThatStopsHoldsUpNoAsyncService() {
        let container = Container()
        container.registerAsync { (r: Resolver) async throws in Car(engine: try await r.resolveAsync()) }
            .scope(.singleton)
        container.registerAsync { (r: Resolver) async in Engine(r.resolve(Part.self)) }.scope(.singleton)
        container.registerAsync { (r: Resolver) async throws in [try await r.resolveAsync(Car.self)].count }
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error.map { $0.findings.texts } == ["missing Engine → Part"])
        #expect(error?.unchecked.isEmpty == true)
    }

    @Test func asyncFactoryThatIsLateIsResumed() async {
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
}
