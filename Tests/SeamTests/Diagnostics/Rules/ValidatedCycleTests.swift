import Seam
import TestKit
import Testing

/// The rule that finds circles of services.
struct ValidatedCycleTests {
    fileprivate final class Engine: Sendable {}
    fileprivate final class Car: Sendable {
        let engine: Engine
        init(engine: Engine) { self.engine = engine }
    }

    @Test func circleIsFoundOnce() {
        let container = Container()
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }
        container.register { (r: Resolver) in "\(try r.tryResolve(Int.self))" }
        container.register { (r: Resolver) in Double(try r.tryResolve(Int.self)) }
        #expect(container.findings.texts == ["cycle Int → String → Int"])
    }

    @Test func circleOfAutowiredServicesIsFound() {
        let container = Container()
        container.register(autowiring: { (text: String) in text.count })
        container.register(autowiring: { (number: Int) in "\(number)" })
        #expect(container.findings.texts == ["cycle Int → String → Int"])
    }

    @Test func circleWithALazyPartIsNone() {
        let container = Container()
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }.scope(.singleton)
        container.register { (r: Resolver) in
            _ = try r.tryResolve(Lazy<Int>.self)
            return "text"
        }
        #expect(container.findings.isEmpty)
    }

    @Test func servicesThatSetEachOtherInHooksAreNoCircle() {
        let container = Container()
        container.register { 1 }.scope(.singleton).onCreate { _, r in _ = r.resolve(String.self) }
        container.register { "a" }.scope(.singleton).onCreate { _, r in _ = r.resolve(Int.self) }
        #expect(container.findings.isEmpty)
    }

    @Test func circleThatDependsOnTheFirstRequestIsFound() {
        let container = Container()
        container.register { 1 }.scope(.singleton).onCreate { _, r in _ = try r.tryResolve(String.self) }
        container.register { (r: Resolver) in "\(try r.tryResolve(Int.self))" }.scope(.singleton)
        #expect((try? container.tryResolve(Int.self)) == 1)
        #expect(container.findings.texts == ["cycle String → Int → String"])
    }

    /// The other one is of the main actor by its factory, and is built first.
    @Test func circleThatBeginsWithADecoratorOfTheMainActorIsFound() async {
        let container = Container()
        container.registerOnMainActor { 1 }.scope(.singleton).onCreate { _, r in _ = try r.tryResolve(String.self) }
        container.register { (r: Resolver) in "\(try r.tryResolve(Int.self))" }.scope(.singleton)
            .decorateOnMainActor { text, _ in text }
        #expect(container.findings.texts == ["cycle String → Int → String"])
    }

    @Test func circleThroughAnArrayIsMarkedInTheGraph() {
        let container = Container()
        container.register { (r: Resolver) in "\(try r.tryResolve([Int].self))" }
        container.register { (r: Resolver) in try r.tryResolve(String.self).count }
        #expect(container.findings.texts == ["cycle String → [Int] → Int → String"])
        let edges = container.dependencyGraph().edges
        #expect(edges.map { "\($0.from) → \($0.to)" } == ["String → Int", "Int → String"])
        #expect(edges.allSatisfy { $0.fault == .cycle })
    }

    @Test func faultOfADeclaredOnResolvedHookIsFoundBesideAnother() {
        let container = Container()
        container.register { (r: Resolver) in
            "\(try r.container.hooked.tryResolve()) \(try r.tryResolve(Engine.self))"
        }
        container.register { Reader() }
        #expect(container.findings.texts == ["missing String → Engine", "missing \\.hooked → Car"])
    }

    @Test func faultOfAnOnResolvedHookIsFoundBesideAnother() {
        let container = Container()
        container.register(name: "first") { (r: Resolver) in
            "\(try r.tryResolve(Int.self)) \(try r.tryResolve(Engine.self))"
        }
        container.register { 1 }.scope(.singleton).onResolved { _, r in _ = try r.tryResolve(Car.self) }
        #expect(container.findings.texts == ["missing String \"first\" → Engine", "missing Int → Car"])
    }
}

extension Container {
    fileprivate var hooked: Factory<Int> {
        self { 1 }.singleton.onResolved { _, resolver in _ = try resolver.tryResolve(ValidatedCycleTests.Car.self) }
    }
}

private struct Reader {
    @LazyInject(\.hooked) var number
}
