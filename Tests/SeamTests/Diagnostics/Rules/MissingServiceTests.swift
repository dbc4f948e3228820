import Seam
import TestKit
import Testing

/// The rule that finds needed services which are not registered.
struct MissingServiceTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }
    private final class Garage: Sendable {
        let car: Car
        init(car: Car) { self.car = car }
    }
    private struct Failure: Error {}

    @Test func aMissingServiceIsFound() throws {
        let container = Container()
        container.register { Car(engine: try $0.tryResolve(fileID: "Shop/Car.swift", line: 7)) }
        let found = container.findings
        #expect(found.texts == ["missing Car → Engine"])
        #expect(found.first?.location?.description == "Shop/Car.swift:7")
        container.register { Engine() }
        #expect(container.findings.isEmpty)
    }

    @Test func aMissingServiceThatIsAskedForWithResolveIsFound() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }
        container.register { Garage(car: $0.resolve()) }.scope(.singleton)
        container.register { 1 }
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    @Test func aKeptServiceWhoseThreadStoppedHoldsUpNoOther() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }.scope(.singleton)
        for name in ["a", "b", "c"] {
            container.register(name: ServiceName(name)) { Garage(car: try $0.tryResolve()) }.scope(.cached)
        }
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    @Test func aLazyValueWhoseThreadStoppedHoldsUpNoOther() async {
        final class Screen { @LazyInject var car: Car }
        let container = Container()
        container.register { Screen() }.scope(.singleton)
        for name in ["a", "b", "c"] {
            container.register(name: ServiceName(name)) { Garage(car: $0.resolve(Screen.self).car) }
        }
        let texts = await Deadline.result(onThread: { container.findings.texts })
        #expect(texts == ["missing Garage \"a\" → Car"])
    }

    @Test func aMissingServiceIsFoundOnceHoweverManyNeedIt() {
        let container = Container()
        for index in 0..<20 {
            container.register(name: ServiceName("\(index)")) { Car(engine: try $0.tryResolve()) }
        }
        #expect(container.findings.map(\.kind) == [.missing])
    }

    @Test func everyMissingParameterOfAnAutowiredServiceIsFound() {
        let container = Container()
        container.register(autowiring: { (_: Engine, _: String, _: Int?) in Failure() })
        #expect(container.findings.texts == ["missing Failure → Engine", "missing Failure → String"])
    }

    @Test func anAutowiredServiceIsNotBuilt() {
        let container = Container()
        let count = Counter()
        container.register(value: 1)
        container.register(autowiring: { (_: Int) in
            count.increment()
            return Failure()
        })
        #expect(container.findings.isEmpty)
        #expect(count.count == 0)
    }

    @Test func aLazyServiceIsCheckedAndNotBuilt() {
        let container = Container()
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Lazy<Car>.self)
            return 1
        }
        #expect(container.findings.texts == ["missing Int → Car"])
        container.register { Car(engine: Engine()) }
        #expect(container.findings.isEmpty)
    }

    @Test func aLazyWrapperIsChecked() {
        final class Screen { @LazyInject var car: Car }
        let container = Container()
        container.register { Screen() }
        #expect(container.findings.texts == ["missing Screen → Car"])
    }

    @Test func anOptionalServiceMayBeMissing() {
        let container = Container()
        container.register { $0.optional(Car.self) == nil ? 1 : 2 }
        container.register(autowiring: { (_: Car?) in Failure() })
        #expect(container.findings.isEmpty)
    }
}
