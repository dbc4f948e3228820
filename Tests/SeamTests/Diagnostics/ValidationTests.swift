import Seam
import TestKit
import Testing

/// Validation, with a graph that has a fault and its nearest innocent twin; the larger rules have tests of their own.
struct ValidationTests {
    final class Part: Sendable {
        init(_: Int = 1) {}
    }
    final class Engine: Sendable {
        init(_: Part? = nil) {}
    }
    final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }
    private protocol Vehicle {}
    private protocol Wheeled {}
    private struct Bus: Vehicle, Wheeled {}
    private struct Failure: Error {}

    // MARK: Aliases

    @Test func incompatibleAliasIsFound() {
        let container = Container()
        container.register { Engine() }.implements((any Vehicle).self)
        #expect(container.findings.map(\.kind) == [.incompatibleAlias])
    }

    @Test func compatibleAliasIsNoFault() {
        let container = Container()
        container.register { Bus() }.implements((any Vehicle).self)
        #expect(container.findings.isEmpty)
    }

    @Test func targetOfAnAliasThatAServiceNeedsIsBuiltOnce() {
        let (container, builds) = (Container(), Box(0))
        container.register { "\($0.resolve((any Vehicle).self))" }
        container.register { () -> Bus in
            builds.withLock { $0 += 1 }
            return Bus()
        }
        .implements((any Vehicle).self)
        #expect(container.findings.isEmpty)
        #expect(builds.withLock { $0 } == 1)
    }

    @Test func ringOfAliasesIsFoundOnce() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register((any Vehicle).self) { Bus() }.implements((any Wheeled).self)
        child.register((any Wheeled).self) { Bus() }.implements((any Vehicle).self)
        child.unregister((any Wheeled).self)
        #expect(child.findings.texts == ["incompatibleAlias Wheeled → Vehicle → Wheeled"])
    }

    // MARK: Equal keys

    @Test func faultsOfTwoContributionsAreTwo() {
        let container = Container()
        container.contribute(fileID: "Shop/A.swift", line: 1) { () throws -> Engine in throw Failure() }
        container.contribute(fileID: "Shop/A.swift", line: 2) { () throws -> Engine in throw Failure() }
        container.contribute { Engine() }
        container.register { (r: Resolver) in try r.tryResolve([Engine].self).count }
        let found = container.findings
        #expect(found.texts == ["factoryFailed Engine", "factoryFailed Engine"])
        #expect(found.map { $0.location?.line } == [1, 2])
    }

    @Test func faultsOfAParentAndAChildUnderOneKeyAreTwo() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { () throws -> Engine in throw Failure() }
        child.register { () throws -> Engine in throw Failure() }
        child.register { Car(engine: try $0.tryResolve()) }
        #expect(child.findings.texts == ["factoryFailed Engine", "factoryFailed Engine"])
        child.register { Engine() }
        #expect(child.findings.texts == ["factoryFailed Engine"])
    }

    @Test func unfitAliasesOfAParentAndAChildAreTwo() {
        let parent = Container()
        let child = Container(parent: parent)
        for container in [parent, child] { container.register { Engine() }.implements((any Vehicle).self) }
        #expect(child.findings.map(\.kind) == [.incompatibleAlias, .incompatibleAlias])
    }

    // MARK: Factories

    @Test func factoryThatThrowsIsFoundOnce() {
        let container = Container()
        container.register { () throws -> Engine in throw Failure() }
        container.register { Car(engine: try $0.tryResolve()) }
        #expect(container.findings.texts == ["factoryFailed Engine"])
    }

    @Test func factoryThatHandlesAFailureIsNoFault() {
        let container = Container()
        container.register { (r: Resolver) in (try? r.tryResolve(Engine.self)) == nil ? 1 : 2 }
        #expect(container.findings.isEmpty)
    }

    // MARK: Arguments

    @Test func registrationWithArgumentsNeedsASample() {
        let container = Container()
        container.register { (_: Resolver, text: String, _: Int) in text.count }
        let found = container.findings
        #expect(found.texts == ["sampleNeeded Int(String, Int)"])
        #expect(container.findings { $0.arguments(for: Int.self, "a", 1) }.isEmpty)
    }

    @Test func sampleOfAnotherTypeIsNamed() {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { (_: Resolver, text: String) in text.count }
        let found = container.findings { $0.arguments(for: Int.self, true) }
        #expect(
            found.first?.description == """
                'Int(String)' takes arguments, and was not built.
                  Path: Int(String)   (registered at Shop/M.swift:8)
                  The values (Bool) that were given for it do not fit.
                  To fix it, give values of the types (String): `validate { $0.arguments(for: Int.self, …) }`.
                """
        )
    }

    @Test func sampleReachesTheFactory() {
        let container = Container()
        container.register { (_: Resolver, text: String) throws -> Int in
            guard text == "good" else { throw Failure() }
            return 1
        }
        #expect(container.findings { $0.arguments(for: Int.self, "good") }.isEmpty)
        #expect(container.findings { $0.arguments(for: Int.self, "bad") }.map(\.kind) == [.factoryFailed])
        // Of several samples of one type, the first counts.
        for (text, kinds) in [("good", []), ("bad", [ValidationFinding.Kind.factoryFailed])] {
            let found = container.findings { samples in
                for text in [text, "good", "bad"] { samples.arguments(for: Int.self, text) }
            }
            #expect(found.map(\.kind) == kinds)
        }
    }

    @Test func sampleReachesTheAliases() {
        let container = Container()
        container.register(name: "named") { (_: Resolver, text: String) in text.count }
            .implements((any Sendable).self)
            .implements(String.self) { "\($0)" }
        container.register(String.self, name: "end") { (_: Resolver, count: Double) in "\(count)" }
            .implements((any Hashable).self, name: "other")
        #expect(
            container.findings.texts == ["sampleNeeded Int(String) \"named\"", "sampleNeeded String(Double) \"end\""]
        )
        let isValid = container.findings {
            $0.arguments(for: Int.self, name: "named", "text")
            $0.arguments(for: String.self, name: "end", 1.5)
        }
        #expect(isValid.isEmpty)
    }

    @Test func sampleIsCheckedAgainstTheTypeOfAnAlias() {
        let container = Container()
        container.register { (_: Resolver, text: String) in text.count }.implements(Double.self)
        #expect(container.findings.texts == ["sampleNeeded Int(String)"])
        #expect(container.findings { $0.arguments(for: Int.self, "a") }.map(\.kind) == [.incompatibleAlias])
    }

    @Test(arguments: [false, true])
    func registrationThatIsBuiltWithArgumentsNeedsNoSample(isHooked: Bool) {
        let container = Container()
        let registration = container.register { (_: Resolver, text: String) in text.count }
        if isHooked { registration.onResolved { _, _ in } }
        container.register { (r: Resolver) in Double(r.resolve(Int.self, arguments: "a")) }
        #expect(container.findings.isEmpty)
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

    /// The objects that a factory captures are released with its container, and not later by a thread of the dry run.
    @Test(arguments: [true, false]) func threadsHoldNothingAfterwards(isAsync: Bool) throws {
        for _ in 0..<50 {
            let captured = WeakReference<Engine>()
            do {
                let (container, engine) = (Container(), Engine())
                captured.object = engine
                if isAsync {
                    container.registerAsync { () async in Car(engine: engine) }
                } else {
                    container.register { Car(engine: engine) }.scope(.singleton)
                }
                try container.validate()
            }
            #expect(captured.object == nil)
        }
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
        #expect(child.findings.texts == ["missing Car → Engine"])
        child.register { Engine() }
        #expect(child.findings.isEmpty)
        parent.register { Car(engine: try $0.tryResolve()) }.scope(.singleton)
        #expect(child.findings.texts == ["missing Car → Engine"])
    }

    @Test func contributionsAreChecked() {
        let container = Container()
        container.contribute { () throws -> Engine in throw Failure() }
        #expect(container.findings.map(\.kind) == [.factoryFailed])
    }

    @Test func declaredServicesAreCheckedWhereTheyAreAskedFor() {
        let container = Container()
        container.register { (r: Resolver) in Int(r.container.brokenPart()) }
        #expect(container.findings.map(\.kind) == [.factoryFailed])
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
                     To fix it, register it before it is asked for: `container.register(ValidationTests.Engine.self) { … }`.
                2. Building 'Int' failed: Failure()
                     Path: Int   (asked for at Shop/A.swift:1)
                     Registered at Shop/A.swift:1.
                     To fix it, look at what its factory, decorators and hooks throw; the instance was not kept, and \
                the next request tries again.
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
