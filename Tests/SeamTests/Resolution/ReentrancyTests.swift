import Seam
import TestKit
import Testing

/// Using the container from inside factories, hooks and deinitialisers.
struct ReentrancyTests {
    /// Calls back when it is released.
    private final class Guard: Sendable {
        let farewell: @Sendable () -> Void
        init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
        deinit { farewell() }
    }

    @Test func registeringInsideAFactoryWorks() {
        let container = Container()
        container.register { (resolver: Resolver) -> String in
            resolver.container.register { 5 }
            return "\(resolver.resolve(Int.self))"
        }
        #expect(container.resolve(String.self) == "5")
        #expect(container.resolve(Int.self) == 5)
    }

    @Test(arguments: [Scope].all)
    func replacingItselfInsideAFactoryWorks(_ scope: Scope) {
        let container = Container()
        container.register { (resolver: Resolver) in
            resolver.container.register { Fixtures.Live("second") }
            return Fixtures.Live("first")
        }
        .scope(scope)
        #expect(container.resolve(Fixtures.Live.self).label == "first")
        #expect(container.resolve(Fixtures.Live.self).label == "second")
    }

    @Test(arguments: [Scope].all)
    func unregisteringItselfInsideAFactoryWorks(_ scope: Scope) {
        let container = Container()
        container.register { (resolver: Resolver) in
            resolver.container.unregister(Fixtures.Live.self)
            return Fixtures.Live("last")
        }
        .scope(scope)
        #expect(container.resolve(Fixtures.Live.self).label == "last")
        #expect(container.optional(Fixtures.Live.self) == nil)
    }

    @Test func removingAllInsideAFactoryWorks() {
        let container = Container()
        container.register { (resolver: Resolver) in
            resolver.container.removeAll()
            return Fixtures.Live("last")
        }
        .scope(.singleton)
        #expect(container.resolve(Fixtures.Live.self).label == "last")
        #expect(container.optional(Fixtures.Live.self) == nil)
    }

    @Test func manyRegistrationsInsideAFactoryWork() {
        let container = Container()
        container.register { (resolver: Resolver) -> Int in
            for index in 0..<300 { resolver.container.register(name: ServiceName("\(index)")) { index } }
            return (0..<300).map { resolver.resolve(Int.self, name: ServiceName("\($0)")) }.reduce(0, +)
        }
        #expect(container.resolve(Int.self) == 44_850)
    }

    @Test func registeringInsideAHookAndADecoratorWorks() {
        let container = Container()
        container.register { Fixtures.Live() }
            .decorate { live, resolver in
                resolver.container.register { 1 }
                return live
            }
            .onCreate { _, resolver in resolver.container.register { "a" } }
        _ = container.resolve(Fixtures.Live.self)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(String.self) == "a")
    }

    @Test(.timeLimit(.minutes(15)))
    func resolvingInADeinitialiserWorks() {
        let container = Container()
        let reference = WeakReference(container)
        let farewells = Journal<String>()
        container.register { "good bye" }.scope(.singleton)
        container.register {
            Guard { farewells.note(reference.object?.resolve(String.self) ?? "too late") }
        }
        .scope(.cached)
        _ = container.resolve(Guard.self)
        container.reset(.cached)
        #expect(farewells.entries == ["good bye"])
        #expect(container.resolve(String.self) == "good bye")
    }

    @Test(.timeLimit(.minutes(15)))
    func resolvingItselfInADeinitialiserBuildsAnew() {
        let container = Container()
        let reference = WeakReference(container)
        let count = Counter()
        container.register {
            Guard {
                guard count.increment() == 1 else { return }
                _ = reference.object?.resolve(Guard.self)
            }
        }
        .scope(.cached)
        _ = container.resolve(Guard.self)
        container.reset()
        #expect(count.count == 1)
        container.reset()
        #expect(count.count == 2)
    }

    @Test(.timeLimit(.minutes(15)))
    func failingToResolveInADeinitialiserIsAnOrdinaryError() {
        let container = Container()
        let reference = WeakReference(container)
        let codes = Journal<ResolutionError.Code>()
        container.register {
            Guard {
                do throws(ResolutionError) {
                    _ = try reference.object?.tryResolve(Int.self)
                } catch {
                    codes.note(error.code)
                }
            }
        }
        .scope(.singleton)
        _ = container.resolve(Guard.self)
        container.register { Guard {} }
        #expect(codes.entries == [.notRegistered])
        container.register { 1 }
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func registeringInADeinitialiserWorks() {
        let container = Container()
        let reference = WeakReference(container)
        container.register {
            Guard { reference.object?.register { 1 } }
        }
        .scope(.singleton)
        _ = container.resolve(Guard.self)
        container.unregister(Guard.self)
        #expect(container.resolve(Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func deinitialiserOfAFactorysCaptureMayUseTheContainer() {
        let container = Container()
        let reference = WeakReference(container)
        do {
            let captured = Guard { [reference] in reference.object?.register { 1 } }
            container.register { withExtendedLifetime(captured) { "a" } }
        }
        container.register { "b" }
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(String.self) == "b")
    }

    @Test(.timeLimit(.minutes(15)))
    func deinitialisersInAClosingContainerMayFindNoContainer() {
        let farewells = Journal<Bool>()
        do {
            let container = Container()
            let reference = WeakReference(container)
            container.register { Guard { farewells.note(reference.object == nil) } }.scope(.singleton)
            _ = container.resolve(Guard.self)
        }
        #expect(farewells.entries == [true])
    }
}
