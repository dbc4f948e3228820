import Dispatch
import Foundation
import Seam
import TestKit
import Testing

/// A factory that waits for another thread or task, which resolves what the factory has resolved before.
struct ForeignThreadTests {
    private final class Engine: Sendable {}
    private final class Radio: Sendable {}

    private final class Car: Sendable {
        let engine: Engine
        let engineElsewhere: Engine?

        init(engine: Engine, engineElsewhere: Engine?) {
            self.engine = engine
            self.engineElsewhere = engineElsewhere
        }
    }

    /// The service that has an `onCreate` hook.
    enum Hooked: CaseIterable {
        case car
        case engine
        case radio
    }

    private typealias Elsewhere = @Sendable (@escaping @Sendable () -> Engine) -> Engine?

    private static func registerCar(
        in container: Container,
        hooked: Hooked,
        elsewhere: @escaping Elsewhere
    ) {
        let engine = container.register { Engine() }.scope(.singleton)
        let radio = container.register { Radio() }.scope(.singleton)
        let car =
            container.register { resolver in
                _ = resolver.resolve(Radio.self)
                let engine = resolver.resolve(Engine.self)
                return Car(engine: engine, engineElsewhere: elsewhere { container.resolve() })
            }
            .scope(.singleton)
        switch hooked {
        case .car: car.onCreate { _, _ in }
        case .engine: engine.onCreate { _, _ in }
        case .radio: radio.onCreate { _, _ in }
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: Hooked.allCases)
    func threadGetsTheServiceBeforeTheFactoryEnds(hooked: Hooked) async throws {
        let container = Container()
        Self.registerCar(in: container, hooked: hooked) { request in
            let found = Box<Engine?>(nil)
            let isFound = Gate()
            WorkerThread {
                found.value = request()
                isFound.open()
            }
            isFound.wait()
            return found.value
        }
        let car = try await Deadline.valueOnThread { container.resolve(Car.self) }
        #expect(car.engineElsewhere === car.engine)
    }

    @Test(.timeLimit(.minutes(15)), arguments: Hooked.allCases)
    func queueGetsTheServiceBeforeTheFactoryEnds(hooked: Hooked) async throws {
        let container = Container()
        Self.registerCar(in: container, hooked: hooked) { request in
            let found = Box<Engine?>(nil)
            let isFound = Gate()
            DispatchQueue(label: "elsewhere")
                .async {
                    found.value = request()
                    isFound.open()
                }
            isFound.wait()
            return found.value
        }
        let car = try await Deadline.valueOnThread { container.resolve(Car.self) }
        #expect(car.engineElsewhere === car.engine)
    }

    /// A task that a fault blocks could block the whole suite, so this one has a process of its own.
    @Test func detachedTaskGetsTheServiceBeforeTheFactoryEnds() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for hooked in Hooked.allCases {
                let container = Container()
                Self.registerCar(in: container, hooked: hooked) { request in
                    let found = Box<Engine?>(nil)
                    let isFound = Gate()
                    Task.detached {
                        found.value = request()
                        isFound.open()
                    }
                    isFound.wait()
                    return found.value
                }
                let car = try await Deadline.valueOnThread { container.resolve(Car.self) }
                #expect(car.engineElsewhere === car.engine)
            }
        }
    }

    @Test func detachedTaskOfAnAsyncFactoryGetsTheServiceBeforeTheFactoryEnds() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            for hooked in Hooked.allCases where hooked != .radio {
                let container = Container()
                let engine = container.registerAsync { Engine() }.scope(.singleton)
                let car =
                    container.registerAsync { resolver in
                        let engine = try await resolver.resolveAsync(Engine.self)
                        let elsewhere = try await Task.detached { try await container.resolveAsync(Engine.self) }.value
                        return Car(engine: engine, engineElsewhere: elsewhere)
                    }
                    .scope(.singleton)
                if hooked == .car { car.onCreate { _, _ in } } else { engine.onCreate { _, _ in } }
                let built = try await container.resolveAsync(Car.self)
                #expect(built.engineElsewhere === built.engine)
            }
        }
    }
}
