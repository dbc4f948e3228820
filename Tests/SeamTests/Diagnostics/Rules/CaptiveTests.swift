import Seam
import TestKit
import Testing

/// The rule that finds a kept service which holds one that is kept for a shorter time.
struct CaptiveTests {
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

    /// The scopes that keep instances for a shorter time than a singleton.
    private static let shorter: [Scope] = [.cached, .cached("session"), .cached(for: .seconds(1)), .container]
    private static let notShorter: [Scope] = [.unique, .graph, .shared, .singleton, .shelf]

    @Test func cachedServiceInASingletonIsCaptive() {
        let container = Container()
        container.register { Engine() }.scope(.cached)
        container.register { Car(engine: $0.resolve()) }
        container.register { Garage(car: $0.resolve()) }.scope(.singleton)
        #expect(container.findings.texts == ["captive Garage → Car → Engine"])
    }

    @Test func adviceOnAServiceOfEachContainerIsToKeepItsHolderThereToo() throws {
        let container = Container()
        container.register(fileID: "Shop/M.swift", line: 8) { Car(engine: $0.resolve()) }.scope(.singleton)
        container.register { Engine() }.scope(.container)
        let finding = try #require(container.findings.first)
        #expect(
            finding.description == """
                'Car' is kept by the scope 'singleton' and holds 'Engine', which 'container' keeps for a shorter time.
                  Path: Car → Engine   (registered at Shop/M.swift:8)
                  To fix it, give 'Car' the scope 'container' too, so that each container has its own.
                """
        )
    }

    private struct Lorry: Vehicle {}

    /// The decorated alias has an instance of its own, which the scope of its target keeps.
    @Test func serviceOfTheDecoratorOfAKeptAliasIsCaptiveInTheAlias() throws {
        let container = Container()
        container.register { Engine() }.scope(.cached)
        container.register { Lorry() }.scope(.singleton).implements((any Vehicle).self) { $0 }
        container.decorate((any Vehicle).self) { vehicle, services in
            _ = try services.tryResolve(Engine.self)
            return vehicle
        }
        container.register { (services: Resolver) in [try services.tryResolve((any Vehicle).self)].count }
            .scope(.singleton)
        let finding = try #require(container.findings.first)
        #expect(container.findings.texts == ["captive Vehicle → Engine"])
        #expect(finding.description.contains("'Vehicle' is kept by the scope 'singleton' and holds 'Engine'"))
        #expect(finding.description.hasSuffix("take it as Provider, or give 'Lorry' and 'Engine' the same scope."))
        container.register { Engine() }.scope(.container)
        #expect(container.findings.first?.description.contains("give 'Lorry' the scope 'container' too") == true)
    }

    private struct Unhashable: Sendable {}

    @Test func defaultScopeThatCannotKeepByTheArgumentsIsUnique() throws {
        let container = Container(defaultScope: .singleton)
        container.register { Engine() }.scope(.cached)
        container.register { (r: Resolver, _: Unhashable) in Car(engine: r.resolve()) }
        #expect(container.registrations.map(\.scope) == [.cached, .unique])
        try container.validate { $0.arguments(for: Car.self, Unhashable()) }
    }

    @Test(arguments: notShorter)
    func serviceThatIsNotKeptForAShorterTimeIsNotCaptive(scope: Scope) {
        let container = Container()
        container.register { Engine() }.scope(scope)
        container.register { Car(engine: $0.resolve()) }
        container.register { Garage(car: $0.resolve()) }.scope(.singleton)
        #expect(container.findings.texts == [])
    }

    @Test(arguments: shorter)
    func serviceThatIsKeptForAShorterTimeIsCaptive(scope: Scope) {
        let container = Container()
        container.register { Engine() }.scope(scope)
        container.register(autowiring: Car.init).scope(.singleton)
        #expect(container.findings.texts == ["captive Car → Engine"])
    }

    @Test func instanceThatExpiresEarlierIsCaptive() {
        let container = Container()
        container.register { Engine() }.scope(.cached(for: .seconds(1)))
        container.register(autowiring: Car.init).scope(.cached(for: .seconds(600)))
        #expect(container.findings.texts == ["captive Car → Engine"])
        container.register { Engine() }.scope(.cached(for: .seconds(600)))
        #expect(container.findings.texts == [])
    }

    @Test func cachedServicesOfTwoNamesAreNotCaptive() {
        let container = Container()
        container.register { Engine() }.scope(.cached("session"))
        container.register(autowiring: Car.init).scope(.cached)
        #expect(container.findings.texts == [])
    }

    @Test func captiveBehindAnAliasIsFound() {
        struct Bus: Vehicle {}
        let container = Container()
        container.register { Bus() }.scope(.cached).implements((any Vehicle).self)
        container.register { (r: Resolver) in "\(try r.tryResolve((any Vehicle).self))" }.scope(.singleton)
        #expect(container.findings.texts == ["captive String → Vehicle → Bus"])
    }

    @Test func providerOfACachedServiceIsNoCaptive() {
        let container = Container()
        container.register { Engine() }.scope(.cached)
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Provider<Engine>.self)
            return 1
        }
        .scope(.singleton)
        #expect(container.findings.texts == [])
    }

    // MARK: Shared services

    @Test(arguments: [Scope].keeping)
    func sharedServiceInAKeptOneIsNotCaptive(holder: Scope) {
        let container = Container()
        container.register { Engine() }.scope(.shared)
        container.register(autowiring: Car.init).scope(holder)
        #expect(container.findings.texts == [])
    }

    @Test(arguments: [Scope].all)
    func serviceInASharedOneIsNotCaptive(held: Scope) {
        let container = Container()
        container.register { Engine() }.scope(held)
        container.register(autowiring: Car.init).scope(.shared)
        container.register(autowiring: Garage.init)
        #expect(container.findings.texts == [])
    }

    @Test func serviceOfAChildInASharedOneOfItsParentIsNotCaptive() {
        let parent = Container()
        parent.register { Engine() }.scope(.container)
        parent.register(autowiring: Car.init).scope(.shared)
        let child = Container(parent: parent)
        child.register(autowiring: Garage.init).scope(.container)
        #expect(child.findings.texts == [])
    }

    @Test(arguments: shorter)
    func serviceThatASingletonHoldsThroughASharedOneIsCaptive(held: Scope) {
        let container = Container()
        container.register { Engine() }.scope(held)
        container.register(autowiring: Car.init).scope(.shared)
        container.register(autowiring: Garage.init).scope(.singleton)
        #expect(container.findings.texts == ["captive Garage → Car → Engine"])
    }

    @Test(arguments: notShorter)
    func serviceThatIsNotKeptForAShorterTimeIsNotCaptiveThroughASharedOne(held: Scope) {
        let container = Container()
        container.register { Engine() }.scope(held)
        container.register(autowiring: Car.init).scope(.shared)
        container.register(autowiring: Garage.init).scope(.singleton)
        #expect(container.findings.texts == [])
    }

    @Test func onlyWhatExpiresIsCaptiveInACachedServiceThroughASharedOne() {
        let container = Container()
        container.register { Engine() }.scope(.cached(for: .seconds(1)))
        container.register(autowiring: Car.init).scope(.shared)
        container.register(autowiring: Garage.init).scope(.cached)
        #expect(container.findings.texts == ["captive Garage → Car → Engine"])
        container.register { Engine() }.scope(.container)
        #expect(container.findings.texts == [])
    }

    // MARK: Services that are resolved later

    @Test(arguments: shorter)
    func lazyServiceThatIsKeptForAShorterTimeIsCaptive(scope: Scope) {
        let container = Container()
        container.register { Engine() }.scope(scope)
        container.register { "\(try $0.tryResolve(Lazy<Engine>.self))" }.scope(.singleton)
        #expect(container.findings.texts == ["captive String → Engine"])
    }

    @Test(arguments: notShorter)
    func lazyServiceThatIsNotKeptForAShorterTimeIsNotCaptive(scope: Scope) {
        let container = Container()
        container.register { Engine() }.scope(scope)
        container.register { "\(try $0.tryResolve(Lazy<Engine>.self))" }.scope(.singleton)
        #expect(container.findings.texts == [])
    }

    @Test func lazyParameterOfAnAutowiredServiceMayBeCaptive() {
        let container = Container()
        container.register { Engine() }.scope(.cached)
        container.register(autowiring: { (engine: Lazy<Engine>) in "\(engine)" }).scope(.singleton)
        #expect(container.findings.texts == ["captive String → Engine"])
        container.register(autowiring: { (engine: Provider<Engine>) in "\(engine)" }).scope(.singleton)
        #expect(container.findings.texts == [])
        container.register(autowiring: { (engine: Provider<Lazy<Engine>>) in "\(engine)" }).scope(.singleton)
        #expect(container.findings.texts == [])
    }

    @Test func wrapperThatKeepsItsServiceMakesItCaptive() {
        struct Lazily { @LazyInject var engine: Engine }
        struct Weakly { @WeakInject var engine: Engine? }
        struct Dynamically { @DynamicInject var engine: Engine }
        let container = Container()
        container.register { Engine() }.scope(.cached)
        container.register { Lazily() }.scope(.singleton)
        container.register { Weakly() }.scope(.singleton)
        container.register { Dynamically() }.scope(.singleton)
        #expect(container.findings.texts == ["captive Lazily → Engine"])
    }

    @Test func edgeOfALazyCaptiveIsRed() {
        let container = Container()
        container.register { Engine() }.scope(.cached)
        container.register { "\(try $0.tryResolve(Lazy<Engine>.self))" }.scope(.singleton)
        container.register { "\(try $0.tryResolve(Provider<Engine>.self))".count }.scope(.singleton)
        let edges = container.dependencyGraph().edges
        #expect(
            edges.map { "\($0.from) \($0.kind.rawValue) \($0.fault.map(\.rawValue) ?? "")" }
                == ["String lazy captive", "Int lazy "]
        )
    }

    @Test func serviceOfAParentThatAChildHidesIsNotHeldByAnArray() {
        let parent = Container()
        parent.register { Engine() }.scope(.cached)
        let child = Container(parent: parent)
        child.register { Engine() }.scope(.singleton)
        child.register(autowiring: Workshop.init).scope(.singleton)
        #expect(child.findings.texts.isEmpty)
        #expect(child.explain([Engine].self).contains("made of 'Engine'."))
    }

    private final class Workshop: Sendable {
        let engines: [Engine]
        init(engines: [Engine]) { self.engines = engines }
    }

    @Test func singletonOfAParentDoesNotHoldAServiceOfTheChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { Engine() }.scope(.singleton)
        parent.register { Car(engine: $0.resolve()) }
        parent.register { Garage(car: $0.resolve()) }.scope(.singleton)
        child.register { Engine() }.scope(.cached)
        child.register(Int.self) { $0.resolve(Car.self) === $0.resolve(Car.self) ? 1 : 2 }
        #expect(child.findings.isEmpty)
        child.register { Garage(car: $0.resolve()) }.scope(.singleton)
        #expect(child.findings.texts == ["captive Garage → Car → Engine"])
    }

    @Test func aliasOfAParentDoesNotLeadASingletonToAServiceOfTheChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { Engine() }.implements(Engine.self, name: "spare").scope(.singleton)
        parent.register { Car(engine: $0.resolve(name: "spare")) }.scope(.singleton)
        child.register { Engine() }.scope(.cached)
        child.register { Garage(car: Car(engine: $0.resolve(name: "spare"))) }
        #expect(child.findings.isEmpty)
    }
}
