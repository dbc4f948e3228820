import Seam
import Synchronization
import Testing

/// Each rule of validation, with a graph that has the fault and its nearest innocent twin.
struct ValidationTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }
    private final class Garage: Sendable {
        let car: Car
        init(car: Car) { self.car = car }
    }
    private protocol Vehicle {}
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

    // MARK: Missing

    @Test func aMissingServiceIsFound() throws {
        let container = Container()
        container.register { Car(engine: try $0.tryResolve(fileID: "Shop/Car.swift", line: 7)) }
        let found = findings(in: container)
        #expect(text(found) == ["missing Car → Engine"])
        #expect(found.first?.location?.description == "Shop/Car.swift:7")
        container.register { Engine() }
        #expect(findings(in: container).isEmpty)
    }

    @Test func aMissingServiceThatIsAskedForWithResolveIsFound() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }
        container.register { Garage(car: $0.resolve()) }.scope(.singleton)
        container.register { 1 }
        #expect(text(findings(in: container)) == ["missing Car → Engine"])
    }

    @Test func aKeptServiceWhoseThreadStoppedHoldsUpNoOther() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }.scope(.singleton)
        for name in ["a", "b", "c"] {
            container.register(name: ServiceName(name)) { Garage(car: try $0.tryResolve()) }.scope(.cached)
        }
        #expect(text(findings(in: container)) == ["missing Car → Engine"])
    }

    @Test func aMissingServiceIsFoundOnceHoweverManyNeedIt() {
        let container = Container()
        for index in 0..<20 {
            container.register(name: ServiceName("\(index)")) { Car(engine: try $0.tryResolve()) }
        }
        #expect(findings(in: container).map(\.kind) == [.missing])
    }

    @Test func everyMissingParameterOfAnAutowiredServiceIsFound() {
        let container = Container()
        container.register(autowiring: { (_: Engine, _: String, _: Int?) in Failure() })
        #expect(text(findings(in: container)) == ["missing Failure → Engine", "missing Failure → String"])
    }

    @Test func anAutowiredServiceIsNotBuilt() {
        let container = Container()
        let count = Counter()
        container.register(value: 1)
        container.register(autowiring: { (_: Int) in
            count.increment()
            return Failure()
        })
        #expect(findings(in: container).isEmpty)
        #expect(count.value == 0)
    }

    @Test func aLazyServiceIsCheckedAndNotBuilt() {
        let container = Container()
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Lazy<Car>.self)
            return 1
        }
        #expect(text(findings(in: container)) == ["missing Int → Car"])
        container.register { Car(engine: Engine()) }
        #expect(findings(in: container).isEmpty)
    }

    @Test func aLazyWrapperIsChecked() {
        final class Screen { @LazyInject var car: Car }
        let container = Container()
        container.register { Screen() }
        #expect(text(findings(in: container)) == ["missing Screen → Car"])
    }

    @Test func anOptionalServiceMayBeMissing() {
        let container = Container()
        container.register { $0.optional(Car.self) == nil ? 1 : 2 }
        container.register(autowiring: { (_: Car?) in Failure() })
        #expect(findings(in: container).isEmpty)
    }

    // MARK: Cycles

    @Test func aCircleIsFoundOnce() {
        let container = Container()
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }
        container.register { (r: Resolver) in "\(try r.tryResolve(Int.self))" }
        container.register { (r: Resolver) in Double(try r.tryResolve(Int.self)) }
        #expect(text(findings(in: container)) == ["cycle Int → String → Int"])
    }

    @Test func aCircleOfAutowiredServicesIsFound() {
        let container = Container()
        container.register(autowiring: { (text: String) in text.count })
        container.register(autowiring: { (number: Int) in "\(number)" })
        #expect(text(findings(in: container)) == ["cycle Int → String → Int"])
    }

    @Test func aCircleWithALazyPartIsNone() {
        let container = Container()
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }.scope(.singleton)
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Lazy<Int>.self)
            return "text"
        }
        #expect(findings(in: container).isEmpty)
    }

    @Test func servicesThatSetEachOtherInHooksAreNoCircle() {
        let container = Container()
        container.register { 1 }.scope(.singleton).onCreate { _, r in _ = r.resolve(String.self) }
        container.register { "a" }.scope(.singleton).onCreate { _, r in _ = r.resolve(Int.self) }
        #expect(findings(in: container).isEmpty)
    }

    @Test func aCircleThatDependsOnTheFirstRequestIsFound() {
        let container = Container()
        container.register { 1 }.scope(.singleton).onCreate { _, r in _ = try r.tryResolve(String.self) }
        container.register { (r: Resolver) in "\(try r.tryResolve(Int.self))" }.scope(.singleton)
        #expect((try? container.tryResolve(Int.self)) == 1)
        #expect(text(findings(in: container)) == ["cycle String → Int → String"])
    }

    @Test func aFaultOfAnOnResolvedHookIsFoundBesideAnother() {
        let container = Container()
        container.register(name: "first") { (r: Resolver) in
            "\(try r.tryResolve(Int.self)) \(try r.tryResolve(Engine.self))"
        }
        container.register { 1 }.scope(.singleton).onResolved { _, r in _ = try r.tryResolve(Car.self) }
        #expect(text(findings(in: container)) == ["missing String \"first\" → Engine", "missing Int → Car"])
    }

    // MARK: Aliases

    @Test func anIncompatibleAliasIsFound() {
        let container = Container()
        container.register { Engine() }.implements((any Vehicle).self)
        #expect(findings(in: container).map(\.kind) == [.incompatibleAlias])
    }

    @Test func aCompatibleAliasIsNoFault() {
        struct Bus: Vehicle {}
        let container = Container()
        container.register { Bus() }.implements((any Vehicle).self)
        #expect(findings(in: container).isEmpty)
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

    @Test func anAsyncFactoryThatIsNotDoneInTimeIsUnchecked() {
        let container = Container()
        container.registerAsync { () async throws -> Engine in
            try await Task.sleep(for: .seconds(60))
            return Engine()
        }
        container.register { () throws -> Int in throw Failure() }
        #expect(throws: ValidationError.self) { try container.validate() }
        do throws(ValidationError) {
            try container.validate()
        } catch {
            #expect(error.unchecked.map(\.description) == ["Engine"])
            #expect(error.findings.map(\.kind) == [.factoryFailed])
        }
    }

    @Test @MainActor func aMainActorFactoryIsBuiltOnTheMainActor() {
        let container = Container()
        container.registerOnMainActor { () throws -> Engine in throw Failure() }
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(text(findings(in: container)) == ["factoryFailed Engine"])
    }

    // MARK: Containers

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
        #expect(counts.made.value == 1)
        #expect(counts.released.value == 1)
        _ = container.resolve(Tracked.self)
        #expect(counts.made.value == 2)
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

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increment() { count.add(1, ordering: .relaxed) }
}

extension Container {
    fileprivate var brokenPart: Factory<UInt8> { self { () throws -> UInt8 in throw CancellationError() } }
}
