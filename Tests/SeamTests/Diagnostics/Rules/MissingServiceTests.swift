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

    @Test func missingServiceIsFound() throws {
        let container = Container()
        container.register { Car(engine: try $0.tryResolve(fileID: "Shop/Car.swift", line: 7)) }
        let found = container.findings
        #expect(found.texts == ["missing Car → Engine"])
        #expect(found.first?.location?.description == "Shop/Car.swift:7")
        container.register { Engine() }
        #expect(container.findings.isEmpty)
    }

    @Test func missingServiceThatIsAskedForWithResolveIsFound() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }
        container.register { Garage(car: $0.resolve()) }.scope(.singleton)
        container.register { 1 }
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    @Test func keptServiceWhoseThreadStoppedHoldsUpNoOther() {
        let container = Container()
        container.register { Car(engine: $0.resolve()) }.scope(.singleton)
        for name in ["a", "b", "c"] {
            container.register(name: ServiceName(name)) { Garage(car: try $0.tryResolve()) }.scope(.cached)
        }
        #expect(container.findings.texts == ["missing Car → Engine"])
    }

    @Test func lazyValueWhoseThreadStoppedHoldsUpNoOther() async {
        final class Screen { @LazyInject var car: Car }
        let container = Container()
        container.register { Screen() }.scope(.singleton)
        for name in ["a", "b", "c"] {
            container.register(name: ServiceName(name)) { Garage(car: $0.resolve(Screen.self).car) }
        }
        let texts = await Deadline.result(onThread: { container.findings.texts })
        #expect(texts == ["missing Garage \"a\" → Car"])
    }

    @Test(arguments: [Scope].keptByOwner)
    func autowiredServiceOfAParentIsCheckedThere(scope: Scope) {
        let parent = Container()
        parent.register(autowiring: Car.init).scope(scope)
        let child = Container(parent: parent)
        child.register { Engine() }
        child.register(autowiring: Garage.init)
        #expect(child.findings.texts == ["missing Car → Engine"])
        #expect(child.dependencyGraph().nodes.filter { $0.kind == .missing }.map(\.key) == ["Engine"])
        parent.register(autowiring: Car.init)
        #expect(child.findings.isEmpty)
    }

    @Test func lazyRequestWithArgumentsOfOtherTypesIsFound() throws {
        struct Desk { let car: Provider<Car, String> }
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { (_: Resolver, _: Int) in Car(engine: Engine()) }
        container.register(fileID: "Shop/M.swift", line: 9, autowiring: Desk.init)
        let found = container.findings { $0.arguments(for: Car.self, 1) }
        #expect(found.texts == ["missing Desk → Car(String)"])
        #expect(
            found.first?.description == """
                'Car' is registered with arguments (Int), and was asked for with (String).
                  Path: Desk → Car(String)   (asked for at Shop/M.swift:9)
                  Registered for this type: 'Car(Int)' (no name, Shop/M.swift:8).
                  To fix it, pass what one of the registrations above expects (with `arguments:`, or by asking for a \
                Provider of these types), or register another: \
                `container.register(MissingServiceTests.Car.self) { (_: Resolver, _: String) in … }`.
                """
        )
    }

    @Test func lazyRequestWhoseArgumentsOnlyAValueCanTellIsNoFault() {
        struct Desk { let car: Provider<Car, any Sendable> }
        struct Shelf { let car: Provider<Car, Int?> }
        let container = Container()
        container.register { (_: Resolver, _: Int) in Car(engine: Engine()) }
        container.register(autowiring: Desk.init)
        container.register(autowiring: Shelf.init)
        #expect(container.findings { $0.arguments(for: Car.self, 1) }.isEmpty)
    }

    @Test func missingServiceIsFoundOnceHoweverManyNeedIt() {
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

    @Test func autowiredServiceIsNotBuilt() {
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

    @Test func lazyServiceIsCheckedAndNotBuilt() {
        let container = Container()
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Lazy<Car>.self)
            return 1
        }
        #expect(container.findings.texts == ["missing Int → Car"])
        container.register { Car(engine: Engine()) }
        #expect(container.findings.isEmpty)
    }

    @Test func lazyWrapperIsChecked() {
        final class Screen { @LazyInject var car: Car }
        let container = Container()
        container.register { Screen() }
        #expect(container.findings.texts == ["missing Screen → Car"])
    }

    @Test func optionalServiceMayBeMissing() {
        let container = Container()
        container.register { $0.optional(Car.self) == nil ? 1 : 2 }
        container.register(autowiring: { (_: Car?) in Failure() })
        #expect(container.findings.isEmpty)
    }
}
