import Seam
import TestKit
import Testing

/// Cycles: found in every scope, with the path, leaving a working container.
struct CycleTests {
    private func ring(_ scope: Scope) -> Container {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(scope)
        container.register { (resolver: Resolver) in
            _ = try resolver.tryResolve(Fixtures.User.self, arguments: 1)
            return Fixtures.Engine()
        }
        .scope(scope)
        container.register { (resolver: Resolver, id: Int) in
            _ = try resolver.tryResolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12)
            return Fixtures.User(id: id)
        }
        .scope(scope)
        return container
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func cycleHasItsWholePath(_ scope: Scope) throws {
        let error = try #require(throws: ResolutionError.self) { try ring(scope).tryResolve(Fixtures.Live.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Live", "Engine", "User(Int)", "Live"])
        #expect(
            error.description == """
                Circular dependency: 'Live' depends on itself.
                  Path: Live → Engine → User(Int) → Live   (asked for at Shop/Cart.swift:12)
                  To fix it, let one of the services on the path take the next one as Lazy or Provider (a property by \
                `@LazyInject`), or set it in an onResolved hook, if the scopes of both share their instances (graph, cached).
                """
        )
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func cycleIsMendedByAnotherRegistration(_ scope: Scope) throws {
        let container = ring(scope)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        container.register { Fixtures.Engine("mended") }
        #expect(try container.tryResolve(Fixtures.Live.self).label == "mended")
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func cycleOfAServiceWithItselfIsFound(_ scope: Scope) throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Live.self).label)
        }
        .scope(scope)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Live", "Live"])
        #expect(
            error.description.hasSuffix(
                """
                  To fix it, wrap the service with `decorate`, whose closure receives the instance, or ask another \
                container, such as the parent; in a hook, use the instance that its closure receives. Lazy, Provider and \
                onResolved only put off a request for the service itself.
                """
            )
        )
    }

    @Test func serviceThatAsksForItselfWithArgumentsIsNotToBeWrapped() throws {
        let container = Container()
        container.register { (resolver: Resolver, id: Int) in
            Fixtures.User(id: try resolver.tryResolve(Fixtures.User.self, arguments: id).id)
        }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1)
        }
        #expect(error.description.contains("To fix it, ask with other arguments, or for another service."))
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func cycleThroughAnAliasIsFound(_ scope: Scope) throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(scope).implements((any Fixtures.Service).self)
        container.register { (resolver: Resolver) in
            Fixtures.Engine(try resolver.tryResolve((any Fixtures.Service).self).label)
        }
        .scope(scope)
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Live", "Engine", "Service", "Live"])
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func cycleOfMixedScopesIsFound(_ scope: Scope) throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(.singleton)
        container.register { (resolver: Resolver) in
            Fixtures.Engine(try resolver.tryResolve(Fixtures.Live.self).label)
        }
        .scope(scope)
        let fromTheKept = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(fromTheKept.steps == ["Live", "Engine", "Live"])
        let fromTheOther = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.Engine.self)
        }
        #expect(fromTheOther.code == .circularDependency)
        #expect(fromTheOther.steps == ["Engine", "Live", "Engine"])
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].all)
    func cycleThroughAParentIsFound(_ scope: Scope) throws {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(scope)
        parent.register { (resolver: Resolver) in
            Fixtures.Engine(try resolver.tryResolve(Fixtures.Live.self).label)
        }
        .scope(scope)
        let error = try #require(throws: ResolutionError.self) { try child.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .circularDependency)
        #expect(error.steps == ["Live", "Engine", "Live"])
    }

    @Test func sameKeyOfAnotherContainerIsNoCycle() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { Fixtures.Live("parent") }
        child.register { (resolver: Resolver) in
            Fixtures.Live("child of \(parent.resolve(Fixtures.Live.self).label)")
        }
        #expect(child.resolve(Fixtures.Live.self).label == "child of parent")
    }

    @Test func sameRegistrationBuiltForAnotherContainerIsNoCycle() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (resolver: Resolver) -> String in
            guard let above = resolver.container.parent else { return "root" }
            return "below \(above.resolve(String.self))"
        }
        #expect(child.resolve(String.self) == "below root")
    }

    @Test func sameServiceTwiceSideBySideIsNoCycle() {
        let container = Container()
        container.register { Fixtures.Engine() }
        container.register { (resolver: Resolver) in
            "\(resolver.resolve(Fixtures.Engine.self).label) \(resolver.resolve(Fixtures.Engine.self).label)"
        }
        #expect(container.resolve(String.self) == "engine engine")
    }

    @Test func otherNamesAreNoCycle() {
        let container = Container()
        container.register { (resolver: Resolver) in "outer \(resolver.resolve(String.self, name: "inner"))" }
        container.register(name: "inner") { "inner" }
        #expect(container.resolve(String.self) == "outer inner")
    }

    @Test func cycleIsBrokenByLazyAndProvider() {
        let container = Container()
        container.register { (resolver: Resolver) -> @Sendable () -> String in
            let lazy = resolver.resolve(Lazy<Fixtures.Live>.self)
            let provider = resolver.resolve(Provider<Fixtures.Live>.self)
            return { lazy.value.label + provider().label }
        }
        container.register { (resolver: Resolver) in
            _ = resolver.resolve((@Sendable () -> String).self)
            return Fixtures.Live()
        }
        #expect(container.resolve((@Sendable () -> String).self)() == "livelive")
    }

    @Test func cycleCaughtInsideAFactoryLetsTheFactoryContinue() {
        let container = Container()
        container.register { (resolver: Resolver) -> String in
            (try? resolver.tryResolve(String.self)) ?? "alone"
        }
        #expect(container.resolve(String.self) == "alone")
        #expect(container.resolve(String.self) == "alone")
    }

    @Test(arguments: [Scope.singleton, .cached, .graph])
    func cycleCaughtInsideAKeptFactoryLetsTheFactoryContinue(_ scope: Scope) {
        let container = Container()
        container.register { (resolver: Resolver) -> String in
            (try? resolver.tryResolve(String.self)) ?? "alone"
        }
        .scope(scope)
        #expect(container.resolve(String.self) == "alone")
        #expect(container.resolve(String.self) == "alone")
    }
}
