import Seam
import TestKit
import Testing

/// Validations on the main actor, of factories that ask with `resolve`, which cannot throw.
@MainActor
struct MainActorValidationTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }

    @Test func asyncServiceThatIsNotKeptIsAFindingWhereItIsNotAwaited() {
        let container = Container()
        container.registerAsync { Engine() }
        container.register { Car(engine: $0.resolve()) }
        #expect(container.findings.texts == ["factoryFailed Car → Engine"])
    }

    @Test func asyncServiceThatIsKeptIsNoFinding() {
        let container = Container()
        container.registerAsync { Engine() }.scope(.singleton)
        container.register { Car(engine: $0.resolve()) }
        #expect(container.findings.texts == [])
    }

    @Test func mainActorServiceOfASynchronousFactoryIsBuilt() throws {
        let container = Container()
        container.registerOnMainActor { Engine() }
        container.register { Car(engine: $0.resolve()) }
        #expect(try container.uncheckedServices().isEmpty)
    }

    @Test func factoryThatNeedsAnAsyncSingletonAndTheMainActorIsBuilt() throws {
        let container = Container()
        container.registerAsync { (r: Resolver) async in "\(r.resolve(Double.self))" }.scope(.singleton)
        container.registerOnMainActor { 1.0 }.scope(.singleton)
        container.registerOnMainActor { Engine() }
        container.register { (r: Resolver) in
            _ = r.resolve(String.self)
            return Car(engine: r.resolve())
        }
        #expect(try container.uncheckedServices().isEmpty)
    }

    @Test func serviceThatAnAsyncFactoryCanNeverGetOffTheMainActorIsAFinding() async throws {
        let container = Container()
        container.registerOnMainActor { Engine() }
        container.register { (r: Resolver) in Car(engine: try r.tryResolve()) }
        container.registerAsync { (r: Resolver) async throws in "\(try await r.resolveAsync(Car.self))" }
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(String.self) }
        #expect(container.findings.texts == ["factoryFailed String → Car → Engine"])
        container.registerOnMainActor { Engine() }.scope(.singleton)
        #expect(try container.uncheckedServices().isEmpty)
    }

    @Test func serviceThatNeedsAFailingOneOfTheMainActorIsNotUnchecked() throws {
        let container = Container()
        container.registerOnMainActor { Car(engine: try $0.tryResolve()) }.scope(.singleton)
        container.registerAsync { (r: Resolver) async throws in "\(try r.tryResolve(Car.self))" }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(error.findings.texts == ["missing Car → Engine"])
        #expect(error.unchecked.isEmpty)
    }

    @Test func servicesThatCannotBeBuiltBeforeEachOtherAreFindings() async throws {
        let container = Container()
        container.registerOnMainActor { Car(engine: try $0.tryResolve()) }.scope(.singleton)
        container.registerAsync { (r: Resolver) async throws in
            _ = try r.tryResolve(Car.self)
            return Engine()
        }
        .scope(.singleton)
        container.registerOnMainActor { "\(try $0.tryResolve(Engine.self))" }.scope(.singleton)
        await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Engine.self) }
        let error = try #require(throws: ValidationError.self) { try container.validate() }
        #expect(error.findings.texts == ["factoryFailed Engine → Car", "factoryFailed Car → Engine"])
        #expect(error.unchecked.isEmpty)
    }

    @Test func conformanceOfTheMainActorIsFoundForAnAlias() throws {
        let container = Container()
        container.register { Plain() }.implements((any Titled).self)
        #expect(try container.uncheckedServices().isEmpty)
        container.register { Plain() }.implements((any Error).self)
        #expect(container.findings.map(\.kind) == [.incompatibleAlias])
    }
}

private protocol Titled {}
private final class Plain: Sendable {}
extension Plain: @MainActor Titled {}
