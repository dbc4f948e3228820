import Seam
import TestKit
import Testing

/// Threads that read lazy values whose services need each other: the circle is found, in whatever order they wait.
struct LazyCircleTests {
    private final class Hen: Sendable {}
    private final class Egg: Sendable {}
    private final class Nest: Sendable {}

    /// Runs `bodies` on threads of their own, each of which begins its factory before one of them goes on.
    private static func runTogether(_ bodies: [@Sendable () -> Void]) throws {
        _ = try ThreadGroup.run(bodies.count) { bodies[$0]() }
    }

    private static func expectCircle(_ result: ExitTest.Result?, _ path: [String]) throws {
        let text = try #require(result).standardErrorText
        #expect(text.contains("Circular dependency"))
        #expect(path.contains { text.contains($0) })
    }

    @Test(.timeLimit(.minutes(15))) func lazyValuesThatReadEachOtherAreACircle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            let container = Container()
            let (henBegan, eggBegan) = (Gate(), Gate())
            let (hen, egg) = (container.resolve(Lazy<Hen>.self), container.resolve(Lazy<Egg>.self))
            container.register {
                henBegan.open()
                eggBegan.wait()
                _ = egg.value
                return Hen()
            }
            container.register {
                eggBegan.open()
                henBegan.wait()
                _ = hen.value
                return Egg()
            }
            try LazyCircleTests.runTogether([{ _ = hen.value }, { _ = egg.value }])
        }
        try Self.expectCircle(result, ["Path: Hen → Egg → Hen", "Path: Egg → Hen → Egg"])
    }

    @Test(.timeLimit(.minutes(15))) func lazyValueThatMeetsAKeptServiceIsPartOfACircle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            try LazyCircleTests.meet(isLazyFirst: true)
        }
        try Self.expectCircle(result, ["Path: Hen → Egg → Hen", "Path: Egg → Hen → Egg"])
    }

    @Test(.timeLimit(.minutes(15))) func keptServiceThatMeetsALazyValueIsPartOfACircle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            try LazyCircleTests.meet(isLazyFirst: false)
        }
        try Self.expectCircle(result, ["Path: Hen → Egg → Hen", "Path: Egg → Hen → Egg"])
    }

    /// A lazy value and a kept service, which need each other; one of them is asked for first.
    private static func meet(isLazyFirst: Bool) throws {
        let container = Container()
        let (henBegan, eggBegan) = (Gate(), Gate())
        let hen = container.resolve(Lazy<Hen>.self)
        container.register { resolver in
            henBegan.open()
            eggBegan.wait()
            if !isLazyFirst { for _ in 0..<1_000 { CurrentThread.yield() } }
            _ = try resolver.tryResolve(Egg.self)
            return Hen()
        }
        container.register {
            eggBegan.open()
            henBegan.wait()
            if isLazyFirst { for _ in 0..<1_000 { CurrentThread.yield() } }
            _ = hen.value
            return Egg()
        }
        .scope(.singleton)
        try LazyCircleTests.runTogether([{ _ = hen.value }, { _ = container.resolve(Egg.self) }])
    }

    @Test(.timeLimit(.minutes(15))) func circleThroughALazyValueInsideAnotherOneIsFound() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            let container = Container()
            let (nestBegan, eggBegan) = (Gate(), Gate())
            let (hen, nest) = (container.resolve(Lazy<Hen>.self), container.resolve(Lazy<Nest>.self))
            container.register {
                _ = nest.value
                return Hen()
            }
            container.register { resolver in
                nestBegan.open()
                eggBegan.wait()
                _ = try resolver.tryResolve(Egg.self)
                return Nest()
            }
            container.register {
                eggBegan.open()
                nestBegan.wait()
                _ = hen.value
                return Egg()
            }
            .scope(.singleton)
            try LazyCircleTests.runTogether([{ _ = hen.value }, { _ = container.resolve(Egg.self) }])
        }
        try Self.expectCircle(result, ["Path: Hen → Nest → Egg → Hen", "Path: Egg → Hen → Nest → Egg"])
    }

    @Test(.timeLimit(.minutes(15))) func waitsWithoutACircleEnd() throws {
        let container = Container()
        let (henBegan, eggBegan) = (Gate(), Gate())
        let hen = container.resolve(Lazy<Hen>.self)
        container.register { resolver in
            henBegan.open()
            eggBegan.wait()
            _ = try resolver.tryResolve(Egg.self)
            return Hen()
        }
        container.register {
            eggBegan.open()
            henBegan.wait()
            for _ in 0..<1_000 { CurrentThread.yield() }
            return Egg()
        }
        .scope(.singleton)
        let hens = try ThreadGroup.run(4) { index in
            if index == 0 { _ = container.resolve(Egg.self) }
            return hen.value
        }
        #expect(hens.allSatisfy { $0 === hens[0] })
    }

    @Test(.timeLimit(.minutes(15))) func textNamesTheKeyAndThePlaceOfTheLazyValue() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Deadline.endProcess()
            final class Owner: Sendable {
                let lazy: LazyInject<Int>

                init(in container: Container) {
                    lazy = LazyInject(name: "x", arguments: 7, in: container, fileID: "Shop/Cart.swift", line: 12)
                }
            }
            let container = Container()
            let owner = Owner(in: container)
            container.register(name: "x") { (_: Resolver, number: Int) in owner.lazy.wrappedValue + number }
            _ = owner.lazy.wrappedValue
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains("Circular dependency: 'Int(Int)' named \"x\" depends on itself."))
        #expect(text.contains("Path: Int(Int) \"x\" → Int(Int) \"x\"   (asked for at Shop/Cart.swift:12)"))
    }
}
