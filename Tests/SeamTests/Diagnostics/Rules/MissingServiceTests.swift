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

    private func findings(in container: Container) -> [ValidationFinding] {
        do throws(ValidationError) {
            try container.validate()
            return []
        } catch {
            return error.findings
        }
    }

    private func text(_ findings: [ValidationFinding]) -> [String] {
        findings.map { "\($0.kind) \($0.path.map(\.description).joined(separator: " → "))" }
    }

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
        #expect(count.count == 0)
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
}
