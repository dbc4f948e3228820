import Seam
import TestKit
import Testing

/// Memory that a container takes on behalf of requests is released.
struct MemoryTests {
    private final class Engine: Sendable {}

    /// A service that makes products repeatedly.
    private final class Plant<Product: Sendable>: Sendable {
        let product: Provider<Product>
        init(product: Provider<Product>) { self.product = product }
    }

    private final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }

    /// An argument that is counted while it lives.
    private final class Label: Hashable, Sendable {
        let number: Int
        private let counted: CountedObject

        init(_ number: Int, _ living: Counter) {
            self.number = number
            counted = CountedObject(living)
        }

        static func == (left: Label, right: Label) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private let container = Container()
    private let living = Counter()

    // MARK: - Arguments

    @Test(arguments: [Scope].keepingOrShared) func resetReleasesArguments(scope: Scope) {
        container.register { (_: Resolver, _: Label) in Engine() }.scope(scope)
        let engines = (0..<100)
            .map { number in container.resolve(Engine.self, arguments: Label(number, living)) }
        #expect(living.count == 100)
        container.reset()
        #expect(living.count == 0)
        withExtendedLifetime(engines) {}
    }

    @Test(arguments: [Scope].keepingOrShared) func resetOfTheScopeReleasesArguments(scope: Scope) {
        container.register { (_: Resolver, _: Label) in Engine() }.scope(scope)
        let engines = (0..<100)
            .map { number in container.resolve(Engine.self, arguments: Label(number, living)) }
        container.reset(scope)
        #expect(living.count == 0)
        withExtendedLifetime(engines) {}
    }

    @Test func failedBuildReleasesItsArguments() {
        container.register { (_: Resolver, _: Label) -> Engine in throw Fixtures.Breakdown() }.scope(.cached)
        for number in 0..<100 {
            _ = try? container.tryResolve(Engine.self, arguments: Label(number, living))
        }
        #expect(living.count == 0)
    }

    /// An argument with the hash of all others.
    private struct Collision: Hashable {
        let number: Int
        func hash(into hasher: inout Hasher) {}
    }

    @Test(.enabled(if: ResidentMemory.showsGrowth)) func failedBuildsBesideAnInstanceOfTheirHashDoNotGrow() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { (_: Resolver, argument: Collision) -> Engine in
                guard argument.number == 0 else { throw Fixtures.Breakdown() }
                return Engine()
            }
            .scope(.cached)
            _ = container.resolve(Engine.self, arguments: Collision(number: 0))
            let growth = ResidentMemory.growth(calls: 200_000) {
                _ = try? container.tryResolve(Engine.self, arguments: Collision(number: 1))
            }
            #expect((growth ?? .max) < 1 << 20)
        }
    }

    @Test func expiredInstancesWithArgumentsAreDroppedByLaterRequests() {
        let clock = ManualClock()
        container.register { [living] (_: Resolver, _: Int) in CountedObject(living) }
            .scope(.cached(for: .seconds(10), clock: clock))
        for generation in 0..<20 {
            for number in 0..<500 {
                _ = container.resolve(CountedObject.self, arguments: generation * 500 + number)
            }
            clock.advance(by: .seconds(10))
        }
        // The instances of the last period, and some that no request has met yet.
        #expect(living.count <= 2_000)
    }

    @Test func expiredInstancesOfAFormerCrowdAreDroppedByLaterRequests() {
        let clock = ManualClock()
        container.register { (_: Resolver, label: Label) in Plant(product: Provider { label }) }
            .scope(.cached(for: .seconds(10), clock: clock))
        for number in 0..<20_000 {
            _ = container.resolve(Plant<Label>.self, arguments: Label(number, living))
        }
        for number in 20_000..<30_000 {
            clock.advance(by: .seconds(10))
            _ = container.resolve(Plant<Label>.self, arguments: Label(number, living))
        }
        #expect(living.count < 10)
    }

    @Test func argumentsOfReleasedSharedInstancesAreReleasedByLaterRequests() {
        container.register { (_: Resolver, _: Label) in Engine() }.scope(.shared)
        for number in 0..<10_000 {
            _ = container.resolve(Engine.self, arguments: Label(number, living))
        }
        #expect(living.count <= 2_000)
    }

    // MARK: - Containers

    @Test(.timeLimit(.minutes(15))) func taskOfAnAsyncFactoryReleasesItsContainer() async throws {
        let (gate, hasEnded) = (Gate(), Gate())
        let container = WeakReference<Container>()
        do {
            let strong = Container()
            container.object = strong
            strong.register { [living] in CountedObject(living) }.scope(.singleton)
            strong.registerAsync { resolver in
                _ = try await resolver.resolveAsync(CountedObject.self)
                Task {
                    await gate.pass()
                    hasEnded.open()
                }
                return Engine()
            }
            .scope(.singleton)
            _ = try await strong.resolveAsync(Engine.self)
            #expect(living.count == 1)
        }
        #expect(container.object == nil)
        #expect(living.count == 0)
        gate.open()
        await hasEnded.pass()
    }

    // MARK: - Tasks that are left behind

    /// Registers an object whose factory leaves a task behind, which waits for the engine until the gate is open.
    private func registerObjectWithTask(scope: Scope, _ isBuilding: Gate, _ gate: Gate) {
        container.registerAsync { () async in
            isBuilding.open()
            await gate.pass()
            return Engine()
        }
        .scope(.singleton)
        container.registerAsync { [living] (resolver: Resolver) async in
            Task { try await resolver.resolveAsync(Engine.self) }
            await isBuilding.pass()
            return CountedObject(living)
        }
        .scope(scope)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope.cached("session"), .shared])
    func buildOfATaskThatIsLeftBehindHoldsNoInstance(scope: Scope) async throws {
        let (isBuilding, gate) = (Gate(), Gate())
        registerObjectWithTask(scope: scope, isBuilding, gate)
        let instance = WeakReference(try await container.resolveAsync(CountedObject.self))
        container.reset(.cached("session"))
        #expect(await instance.isGone)
        gate.open()
    }

    // MARK: - Growth

    @Test(.enabled(if: ResidentMemory.showsGrowth)) func providerOfASingletonDoesNotGrow() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { Engine() }.scope(.singleton)
            container.register { resolver in Car(engine: resolver.resolve()) }
            container.register { resolver in Plant<Car>(product: resolver.resolve()) }.scope(.singleton)
            let plant = container.resolve(Plant<Car>.self)
            let growth = ResidentMemory.growth(calls: 200_000) { _ = plant.product() }
            #expect((growth ?? .max) < 1 << 20)
        }
    }

    @Test(.enabled(if: ResidentMemory.showsGrowth)) func requestsOfAResolverThatASingletonKeepsDoNotGrow() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { Engine() }
            container.register { resolver in Car(engine: resolver.resolve()) }.scope(.cached)
            container.register { (resolver: Resolver) in Plant<Resolver>(product: Provider { resolver }) }
                .scope(.singleton)
            let resolver = container.resolve(Plant<Resolver>.self).product()
            let growth = ResidentMemory.growth(calls: 100_000) {
                _ = resolver.resolve(Engine.self)
                _ = resolver.resolve(Car.self)
                container.reset(.cached)
            }
            #expect((growth ?? .max) < 1 << 20)
        }
    }

    @Test(.enabled(if: ResidentMemory.showsGrowth)) func providerOfACachedServiceThatIsResetDoesNotGrow() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { Engine() }.scope(.cached)
            container.register { resolver in Plant<Engine>(product: resolver.resolve()) }.scope(.singleton)
            let plant = container.resolve(Plant<Engine>.self)
            let growth = ResidentMemory.growth(calls: 100_000) {
                _ = plant.product()
                container.reset(.cached)
            }
            #expect((growth ?? .max) < 1 << 20)
        }
    }

    @Test(.enabled(if: ResidentMemory.showsGrowth)) func providerOfAServiceWithAGraphDependencyDoesNotGrow() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { Engine() }.scope(.graph)
            container.register { resolver in Car(engine: resolver.resolve()) }
            container.register { resolver in Plant<Car>(product: resolver.resolve()) }.scope(.singleton)
            let plant = container.resolve(Plant<Car>.self)
            let growth = ResidentMemory.growth(calls: 200_000) { _ = plant.product() }
            #expect((growth ?? .max) < 1 << 20)
        }
    }

    @Test(.enabled(if: !Sanitizer.isActive)) func resetOfManyArgumentsIsFastAndASecondOneTrivial() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { (_: Resolver, _: Int) in Engine() }.scope(.cached)
            for number in 0..<100_000 { _ = container.resolve(Engine.self, arguments: number) }
            let first = CurrentThread.processorTime { container.reset() }
            let later = (0..<5).map { _ in CurrentThread.processorTime { container.reset() } }
            #expect(first < .seconds(5))
            #expect((later.min() ?? first) < .milliseconds(5))
        }
    }

    @Test(.enabled(if: ResidentMemory.showsGrowth)) func namesThatACopyDoesNotHaveDoNotMakeItGrow() async {
        await #expect(processExitsWith: .success) {
            let origin = Container()
            origin.register(name: "eu") { Engine() }
            let copy = Container(copying: origin)
            var number = 0
            let growth = ResidentMemory.growth(calls: 100_000) {
                let name = ServiceName("\(number)")
                number += 1
                _ = copy.isRegistered(Engine.self, name: name)
                _ = copy.optional(Engine.self, name: name, arguments: 1)
                copy.register(name: name) { Engine() }
                copy.unregister(Engine.self, name: name)
            }
            #expect((growth ?? .max) < 1 << 20)
            // The copy still has what it had, and nothing that its origin gets later.
            origin.register(name: "1") { Engine() }
            #expect(!copy.isRegistered(Engine.self, name: "1"))
            #expect(copy.isRegistered(Engine.self, name: "eu"))
        }
    }

    // MARK: - Errors

    @Test(arguments: [Scope.unique, .cached, .singleton])
    func keptErrorKeepsNoRegistration(scope: Scope) {
        var error: ResolutionError?
        do {
            let (container, counted) = (Container(), CountedObject(living))
            container.register { (counted, Engine()) }.scope(scope)
            container.register(name: "eu") { [counted] in withExtendedLifetime(counted) { 1 } }
            _ = container.resolve((CountedObject, Engine).self)
            error = ResolutionError.thrown { () throws(ResolutionError) in _ = try container.tryResolve(Int.self) }
        }
        #expect(living.count == 0)
        #expect(error?.description.contains("\"eu\"") == true)
    }
}
