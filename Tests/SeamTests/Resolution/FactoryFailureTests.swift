import Seam
import TestKit
import Testing

/// `factoryFailed`, and errors from below the top.
struct FactoryFailureTests {
    @Test(arguments: [Scope].all)
    func errorHasCauseLocationAndPath(_ scope: Scope) throws {
        let container = Container()
        container
            .register(fileID: "Shop/Modules.swift", line: 8) { () throws -> Fixtures.Live in throw Fixtures.Breakdown()
            }
            .scope(scope)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
        #expect(error.location?.description == "Shop/Cart.swift:12")
        #expect(error.steps == ["Live"])
        #expect(
            error.description == """
                Building 'Live' failed: out of fuel
                  Path: Live   (asked for at Shop/Cart.swift:12)
                  Registered at Shop/Modules.swift:8.
                  To fix it, look at what its factory, decorators and hooks throw; the instance was not kept, and \
                the next request tries again.
                """
        )
    }

    @Test(arguments: [Scope].all)
    func errorFromBelowTheTopKeepsCodeCauseAndLocation(_ scope: Scope) throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            try resolver.tryResolve(Fixtures.Live.self, fileID: "Shop/Page.swift", line: 3).label
        }
        .scope(scope)
        container.register { (resolver: Resolver) in
            Fixtures.Live(
                try resolver.tryResolve(Fixtures.Engine.self, name: "v8", fileID: "Shop/Cart.swift", line: 12).label
            )
        }
        .scope(scope)
        container.register(name: "v8") { () throws -> Fixtures.Engine in throw Fixtures.Breakdown() }.scope(scope)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, fileID: "Shop/Top.swift", line: 1)
        }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying as? Fixtures.Breakdown == Fixtures.Breakdown())
        #expect(error.location?.description == "Shop/Cart.swift:12")
        #expect(error.steps == ["String", "Live", "Engine \"v8\""])
        #expect(error.description.hasPrefix("Building 'Engine' named \"v8\" failed: out of fuel"))
    }

    @Test func missingServiceBelowTheTopIsNotRegistered() throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self, fileID: "Shop/Cart.swift", line: 12).label)
        }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.Live.self, fileID: "Shop/Top.swift", line: 1)
        }
        #expect(error.code == .notRegistered)
        #expect(error.underlying == nil)
        #expect(error.location?.description == "Shop/Cart.swift:12")
        #expect(error.steps == ["Live", "Engine"])
    }

    @Test func pathLeadsThroughParents() throws {
        let parent = Container()
        let child = Container(parent: parent)
        child.register { (resolver: Resolver) in try resolver.tryResolve(Fixtures.Live.self).label }
        parent.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        .scope(.singleton)
        let error = try #require(throws: ResolutionError.self) { try child.tryResolve(String.self) }
        #expect(error.steps == ["String", "Live", "Engine"])
    }

    @Test func pathLeadsThroughOtherContainers() throws {
        let other = Container()
        other.register { (resolver: Resolver) in Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label) }
        let container = Container()
        container.register { try other.tryResolve(Fixtures.Live.self).label }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(error.code == .notRegistered)
        #expect(error.steps == ["String", "Live", "Engine"])
    }

    @Test func errorOfAnInnerTryPassesThrough() throws {
        let container = Container()
        let inner = Box<String?>()
        container.register { (resolver: Resolver) -> String in
            do throws(ResolutionError) {
                return try resolver.tryResolve(Fixtures.Engine.self).label
            } catch {
                inner.value = error.description
                throw error
            }
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(error.description == inner.value)
        #expect(error.steps == ["String", "Engine"])
    }

    @Test func handledErrorOfAnInnerTryFailsNothing() {
        let container = Container()
        container.register { () throws -> Fixtures.Engine in throw Fixtures.Breakdown() }.scope(.singleton)
        container.register { (resolver: Resolver) in
            Fixtures.Live((try? resolver.tryResolve(Fixtures.Engine.self).label) ?? "none")
        }
        .scope(.singleton)
        #expect(container.resolve(Fixtures.Live.self).label == "none")
    }

    @Test func wrappedErrorIsTheCause() throws {
        struct Outer: Error { let inner: any Error }
        let container = Container()
        container.register { (resolver: Resolver) -> String in
            do {
                return try resolver.tryResolve(Fixtures.Engine.self).label
            } catch {
                throw Outer(inner: error)
            }
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(error.code == .factoryFailed)
        #expect(error.steps == ["String"])
        let outer = try #require(error.underlying as? Outer)
        #expect((outer.inner as? ResolutionError)?.code == .notRegistered)
    }

    @Test(arguments: [Scope].all)
    func nextRequestTriesAgain(_ scope: Scope) throws {
        let container = Container()
        let calls = Counter()
        container.register {
            guard calls.increment() > 2 else { throw Fixtures.Breakdown() }
            return Fixtures.Live()
        }
        .scope(scope)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(try container.tryResolve(Fixtures.Live.self).label == "live")
        #expect(calls.count == 3)
    }

    @Test func failureWithArgumentsShowsTheirTypes() throws {
        let container = Container()
        container.register { (_: Resolver, _: Int, _: String) throws -> Fixtures.User in throw Fixtures.Breakdown() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1, "a")
        }
        #expect(error.steps == ["User(Int, String)"])
        #expect(error.description.hasPrefix("Building 'User(Int, String)' failed: out of fuel"))
    }
}
