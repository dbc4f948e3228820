import Seam
import TestKit
import Testing

private protocol Search: Sendable { var title: String { get } }

private struct Live: Search { let title = "live" }

private struct Canned: Search { let title: String }

private struct Refused: Error {}

extension Container {
    fileprivate var failing: Factory<Int> { self(fileID: "Shop/Numbers.swift", line: 5) { throw Refused() } }
    fileprivate var user: Factory<String, Int> { self { "user \($0)" } }
    fileprivate var single: Factory<any Search> { self { Live() }.singleton }
    fileprivate var contextual: Factory<any Search> {
        self { Live() }
            .when(.when(true)) { Canned(title: "first") }
            .when(.testing) { Canned(title: "testing") }
            .when(.when(false)) { Canned(title: "never") }
    }
    fileprivate var never: Factory<any Search> { self { Live() }.when(.argument("-x-no-such")) { Canned(title: "no") } }
    fileprivate var promise: Factory<any Search> { promised(fileID: "Shop/Promises.swift", line: 7) }
    fileprivate var promisedUser: Factory<String, Int> { promised() }
    fileprivate var optionalPromise: Factory<(any Search)?> { promised() }
    fileprivate var needsPromise: Factory<String> { self { try self.promise.tryResolve().title } }

    fileprivate var one: Factory<Int> { shared(1) }
    fileprivate var two: Factory<Int> { shared(2) }

    private func shared(_ number: Int, function: StaticString = #function) -> Factory<Int> {
        self(function: function) { number }.singleton
    }
}

/// The forms of declaring and resolving.
struct FactoryFormTests {
    private let container = Container()

    @Test func tryResolveGivesTheService() throws {
        #expect(try container.user.tryResolve(3) == "user 3")
    }

    @Test func tryResolveThrowsTheFailureAsAProperty() throws {
        let error = try #require(throws: ResolutionError.self) { try container.failing.tryResolve() }
        #expect(error.code == .factoryFailed)
        #expect(error.underlying is Refused)
        #expect(error.steps == [#"\.failing"#])
        #expect(error.description.contains("Declared at Shop/Numbers.swift:5."))
        container.failing.register(fileID: "Shop/Tests.swift", line: 9) { throw Refused() }
        let ofOverride = try #require(throws: ResolutionError.self) { try container.failing.tryResolve() }
        #expect(ofOverride.description.contains("Registered at Shop/Tests.swift:9."))
        #expect(error.path.first?.name == nil)
    }

    @Test func resolveAsyncGivesTheService() async throws {
        #expect(try await container.user.resolveAsync(3) == "user 3")
        #expect(try await container.single.resolveAsync().title == "live")
    }

    @Test func resolveAsyncThrowsTheFailure() async throws {
        let error = try await #require(throws: ResolutionError.self) { try await container.failing.resolveAsync() }
        #expect(error.code == .factoryFailed)
    }

    @Test func lastContextThatHoldsBuildsTheService() {
        #expect(container.contextual().title == "testing")
        #expect(container.never().title == "live")
    }

    @Test func overrideWinsOverTheContexts() {
        container.contextual.register { Canned(title: "override") }
        #expect(container.contextual().title == "override")
        container.contextual.reset()
        #expect(container.contextual().title == "testing")
    }

    @Test func promiseFailsUntilItIsRegistered() throws {
        let error = try #require(throws: ResolutionError.self) {
            try container.promise.tryResolve(fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.code == .notRegistered)
        #expect(
            error.description == #"""
                '\.promise' is promised, and nothing has registered it.
                  Path: \.promise   (asked for at Shop/Cart.swift:12)
                  To fix it, let the app register it before the first request: call `register { … }` on its property, \#
                declared at Shop/Promises.swift:7.
                """#
        )
        container.promise.register { Canned(title: "kept") }
        #expect(container.promise().title == "kept")
    }

    @Test func promiseThatOnlyAChildKeepsNamesTheChild() throws {
        let child = Container(parent: container)
        child.promise.register(fileID: "Shop/Child.swift", line: 8) { Canned(title: "kept by the child") }
        #expect(child.promise().title == "kept by the child")
        let error = #expect(throws: ResolutionError.self) {
            try container.promise.tryResolve(fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(
            error?.description == #"""
                '\.promise' is promised, and nothing has registered it.
                  Path: \.promise   (asked for at Shop/Cart.swift:12)
                  Another container has it, at Shop/Child.swift:8; a container looks only into those above it.
                  To fix it, ask that container, or register it in this one. A parent builds what it keeps, such as a \#
                singleton, whichever child asks: a service that needs one of a child has the scope 'container' or \#
                'unique'.
                """#
        )
    }

    @Test func promiseWithArgumentsIsRegistered() {
        container.promisedUser.register { "kept \($0)" }
        #expect(container.promisedUser(1) == "kept 1")
    }

    @Test func promiseIsNamedInThePathOfItsDependent() throws {
        let error = try #require(throws: ResolutionError.self) { try container.needsPromise.tryResolve() }
        #expect(error.code == .notRegistered)
        #expect(error.steps == [#"\.needsPromise"#, #"\.promise"#])
    }

    @Test func optionalPromiseIsNil() {
        #expect(container.optionalPromise() == nil)
        container.optionalPromise.register { Canned(title: "kept") }
        #expect(container.optionalPromise()?.title == "kept")
    }

    @Test func isOverriddenSeesTheOverridesOfParents() {
        let child = Container(parent: container)
        #expect(!child.single.isOverridden)
        _ = child.single()
        #expect(!child.single.isOverridden)
        container.single.register { Canned(title: "parent") }
        #expect(child.single.isOverridden)
        container.single.reset()
        #expect(!child.single.isOverridden)
    }

    @Test func functionTellsApartTheDeclarationsOfAHelper() {
        #expect(container.one() == 1)
        #expect(container.two() == 2)
        #expect(container.one() == 1)
    }
}
