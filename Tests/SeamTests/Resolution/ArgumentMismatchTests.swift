import Seam
import TestKit
import Testing

/// `argumentMismatch`: the expected types and the given ones.
struct ArgumentMismatchTests {
    @Test func errorNamesExpectedAndGivenTypes() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: "a", fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .argumentMismatch)
        #expect(error.steps == ["User(String)"])
        #expect(
            error.description == """
                'User' is registered with arguments (Int), and was asked for with (String).
                  Path: User(String)   (asked for at Shop/Cart.swift:12)
                  Registered for this type: 'User(Int)' (no name, Shop/Modules.swift:8).
                  To fix it, pass what one of the registrations above expects (with `arguments:`, or by asking for a \
                Provider of these types), or register another: \
                `container.register(Fixtures.User.self) { (_: Resolver, _: String) in … }`.
                """
        )
    }

    @Test func errorIsThrownWithoutArgumentsToo() throws {
        let container = Container()
        container.register(name: "eu", fileID: "Shop/Modules.swift", line: 8) { (_: Resolver, id: Int) in
            Fixtures.User(id: id)
        }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, name: "eu", fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .argumentMismatch)
        #expect(
            error.description == """
                'User' named "eu" is registered with arguments (Int), and was asked for with none.
                  Path: User "eu"   (asked for at Shop/Cart.swift:12)
                  Registered for this type: "eu" (arguments (Int), Shop/Modules.swift:8).
                  To fix it, pass what one of the registrations above expects (with `arguments:`, or by asking for a \
                Provider of these types), or register another: \
                `container.register(Fixtures.User.self, name: "eu") { … }`.
                """
        )
    }

    /// Swift takes the closure for an initialiser, since its first parameter is no resolver.
    @Test func errorNamesAFactoryThatLeavesOutTheResolver() throws {
        let container = Container()
        container.register(Fixtures.User.self, fileID: "Shop/Modules.swift", line: 8) { id in Fixtures.User(id: id) }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(
            error.description == """
                'User' is registered with no arguments, and was asked for with (Int).
                  Path: User(Int)   (asked for at Shop/Cart.swift:12)
                  Registered for this type: 'User' (no name, Shop/Modules.swift:8).
                  The one at Shop/Modules.swift:8 is an initialiser, whose parameters are resolved.
                  To fix it, register a factory, whose first parameter is the resolver: `{ _, a in … }`.
                """
        )
    }

    @Test func errorIsThrownForAServiceWithoutArguments() throws {
        let container = Container()
        container.register { Fixtures.Engine() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.Engine.self, arguments: 1)
        }
        #expect(error.code == .argumentMismatch)
        #expect(
            error.description.hasPrefix(
                "'Engine' is registered with no arguments, and was asked for with (Int)."
            )
        )
    }

    @Test func errorSaysOnceThatThereAreNoArguments() throws {
        let parent = Container()
        let child = Container(parent: parent)
        for container in [parent, child] { container.register { Fixtures.Engine() } }
        let error = try #require(throws: ResolutionError.self) {
            try child.tryResolve(Fixtures.Engine.self, arguments: 1)
        }
        #expect(error.description.hasPrefix("'Engine' is registered with no arguments, and was asked for with (Int)."))
    }

    @Test func errorListsARegistrationWithoutArgumentsLast() throws {
        let container = Container()
        container.register { Fixtures.User(id: 0) }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1.5)
        }
        #expect(
            error.description.hasPrefix(
                "'User' is registered with arguments (Int) or none, and was asked for with (Double)."
            )
        )
    }

    @Test func errorListsSeveralRegistrations() throws {
        let container = Container()
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.register { (_: Resolver, id: Int, name: String) in Fixtures.User(id: id, name: name) }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1.5)
        }
        #expect(
            error.description.hasPrefix(
                "'User' is registered with arguments (Int) or (Int, String), and was asked for with (Double)."
            )
        )
    }

    @Test func ambiguousArgumentsAreRefused() throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { (_: Resolver, value: Int?) in "optional" }
        container.register(fileID: "Shop/Modules.swift", line: 9) { (_: Resolver, value: any Sendable) in "sendable" }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String.self, arguments: 1, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .argumentMismatch)
        #expect(error.steps == ["String(Int)"])
        #expect(error.description.hasPrefix("'String(Int)' fits more than one registration."))
        #expect(error.description.contains("(no name, Shop/Modules.swift:8)"))
        #expect(error.description.contains("(no name, Shop/Modules.swift:9)"))
        #expect(error.description.hasSuffix("give arguments of exactly the types that one of them takes."))
    }

    @Test func ambiguityIsResolvedByExactTypes() {
        let container = Container()
        container.register { (_: Resolver, value: Int?) in "optional" }
        container.register { (_: Resolver, value: any Sendable) in "sendable" }
        #expect(container.resolve(String.self, arguments: 1 as Int?) == "optional")
        #expect(container.resolve(String.self, arguments: 1 as any Sendable) == "sendable")
    }

    @Test func registrationInANearerContainerIsNoAmbiguity() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (_: Resolver, value: Int?) in "parent" }
        child.register { (_: Resolver, value: any Sendable) in "child" }
        #expect(child.resolve(String.self, arguments: 1) == "child")
    }

    @Test func ambiguityIsKnownAndBrokenForAnOptionalService() throws {
        let container = Container()
        container.register { (_: Resolver, value: Int?) in "optional" }
        container.register { (_: Resolver, value: any Sendable) in "sendable" }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(String?.self, arguments: 1)
        }
        #expect(error.code == .argumentMismatch)
    }

    @Test func mismatchIsFoundAmongAnyNumberOfNames() throws {
        let container = Container()
        for number in 0..<300 { container.register(name: ServiceName("\(number)")) { Fixtures.User(id: number) } }
        container.register(name: "eu") { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, name: "eu")
        }
        #expect(error.code == .argumentMismatch)
    }
}
