import Seam
import TestKit
import Testing

extension Container {
    fileprivate var awaited: Factory<Fixtures.Live> { async { Fixtures.Live() } }
    fileprivate var dependent: Factory<String> { self { try self.awaited.tryResolve().label } }
}

/// Synchronous requests for services that are async, or bound to the main actor.
struct EffectTests {
    @Test(arguments: [Scope].all)
    func asyncServiceIsNotFoundSynchronously(_ scope: Scope) throws {
        let container = Container()
        container.registerAsync(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }.scope(scope)
        container.register { (resolver: Resolver) in
            try resolver.tryResolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12).label
        }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(error.code == .requiresAsync)
        #expect(error.steps == ["String", "Live"])
        let warmUp = "let `await warmUp()` of its container build it at launch, and again in each override and test"
        let advice =
            "register 'String', whose factory asks, with `registerAsync`, and ask for both with `await resolveAsync`"
        let cure =
            if scope == .singleton { "\(warmUp); or \(advice)." } else if [Scope].notKeeping.contains(scope) {
                "\(advice); or make it a singleton, and \(warmUp)."
            } else {
                "\(advice); or await it before, with `resolveAsync` of the container that is asked for it: as long as its "
                    + "instance is kept, it is found without `await`."
            }
        #expect(
            error.description == """
                'Live' is built by an async factory, and was asked for synchronously.
                  Path: String → Live   (asked for at Shop/Cart.swift:12)
                  Registered at Shop/Modules.swift:8.
                  To fix it, \(cure)
                """
        )
    }

    @Test func everySynchronousServiceAroundAnAsyncOneIsNamed() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.register { (r: Resolver) in [try r.tryResolve(Fixtures.Live.self)].count }
        container.register { (r: Resolver) in Double(try r.tryResolve(Int.self)) }
        container.register { (r: Resolver) in "\(try r.tryResolve(Double.self))" }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(
            error.description.contains(
                "register 'Int', whose factory asks, with `registerAsync`, and ask for both with `await resolveAsync`; what "
                    + "is built around it has to be awaited as well: 'Double', 'String'; or make it a singleton"
            )
        )
    }

    @Test func contributionAroundAServiceThatNeedsAnAsyncOneCannotWait() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.register { (r: Resolver) in [try r.tryResolve(Fixtures.Live.self)].count }
        container.contribute { (r: Resolver) -> String in "\(try r.tryResolve(Int.self))" }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve([String].self) }
        #expect(
            error.description.contains(
                "ask with `await resolveAsync` before 'String', since a contribution cannot wait; or make"
            )
        )
    }

    @Test func recursionAroundAnAsyncServiceIsNamedOnce() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.register { (r: Resolver, depth: Int) -> [Int] in
            guard depth > 0 else { return [try r.tryResolve(Fixtures.Live.self)].map { _ in 0 } }
            return try r.tryResolve([Int].self, arguments: depth - 1) + [depth]
        }
        container.register { (r: Resolver) in try r.tryResolve([Int].self, arguments: 3).count }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(error.description.contains("has to be awaited as well: 'Int'; or make it a singleton"))
    }

    @Test func aliasThatIsAskedForHasNoFactoryToChange() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }.implements((any Fixtures.Service).self) { $0 }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve((any Fixtures.Service).self) }
        #expect(error.description.contains("To fix it, ask with `await resolveAsync`; or make it a singleton"))
    }

    @Test func decoratorAndHookAreToLeaveTheRequestToTheFactory() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.register(value: 1)
            .decorate { number, resolver in
                _ = try resolver.tryResolve(Fixtures.Live.self)
                return number
            }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(
            error.description.contains(
                "ask with `await resolveAsync` before 'Int', since a decorator or hook cannot wait; or make"
            )
        )
    }

    @Test func hookOfAnAsyncServiceIsToLeaveTheRequestToItsFactory() async throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.registerAsync { 1 }.onCreate { _, resolver in _ = try resolver.tryResolve(Fixtures.Live.self) }
        let error = await #expect(throws: ResolutionError.self) { try await container.resolveAsync(Int.self) }
        #expect(
            error?.description
                .contains(
                    "ask with `await resolveAsync` in the factory of 'Int'; a decorator or hook cannot wait; or make"
                ) == true
        )
    }

    @Test func contributionCannotWait() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        container.contribute { (resolver: Resolver) -> String in try resolver.tryResolve(Fixtures.Live.self).label }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve([String].self) }
        #expect(
            error.description.contains(
                "ask with `await resolveAsync` before 'String', since a contribution cannot wait; or make"
            )
        )
    }

    @Test func declarationThatNeedsAnAsyncOneIsToBeAsyncToo() throws {
        let error = try #require(throws: ResolutionError.self) { try Container().dependent.tryResolve() }
        #expect(error.steps == [#"\.dependent"#, #"\.awaited"#])
        #expect(
            error.description.contains(
                #"declare '\.dependent', whose closure asks, with `async { … }`, and ask for both with "#
                    + "`await resolveAsync`; afterwards"
            )
        )
    }

    @Test func keptAsyncServiceWithArgumentsIsToBeAwaited() throws {
        let container = Container()
        container.registerAsync { (_: Resolver, id: Int) in Fixtures.User(id: id) }.scope(.singleton)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1)
        }
        #expect(
            error.description.hasSuffix(
                "ask with `await resolveAsync`; afterwards a cached instance is found without `await`."
            )
        )
    }

    @Test func asyncServiceIsKnownAndBrokenForAnOptionalService() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live?.self) }
        #expect(error.code == .requiresAsync)
    }

    @Test func asyncServiceWithArgumentsIsNotFoundSynchronously() throws {
        let container = Container()
        container.registerAsync { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Fixtures.User.self, arguments: 1)
        }
        #expect(error.code == .requiresAsync)
        #expect(error.steps == ["User(Int)"])
    }

    @Test func aliasOfAnAsyncServiceIsNotFoundSynchronously() throws {
        let container = Container()
        container.registerAsync { Fixtures.Live() }.implements((any Fixtures.Service).self)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self)
        }
        #expect(error.code == .requiresAsync)
        #expect(error.steps == ["Service", "Live"])
    }

    @Test(arguments: [Scope].all)
    func mainActorServiceIsNotFoundElsewhere(_ scope: Scope) async throws {
        let container = Container()
        container.registerOnMainActor(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }.scope(scope)
        let error = await Deadline.error { () throws(ResolutionError) in
            _ = try container.tryResolve(Fixtures.Live.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error?.code == .requiresMainActor)
        #expect(
            error?.description == """
                'Live' is built on the main actor, and was asked for elsewhere.
                  Path: Live   (asked for at Shop/Cart.swift:12)
                  Registered at Shop/Modules.swift:8.
                  To fix it, ask on the main actor; elsewhere, ask with `await resolveAsync`. If an @Inject asks, \
                its type needs an initialiser of the main actor, such as `@MainActor init() {}`; a @LazyInject has \
                to be read on the main actor; an `actor` receives the service as a parameter of its initialiser.
                """
        )
    }

    /// The place of a `decorateOnMainActor`, which may be far from the registration.
    @Test func decoratorOfTheMainActorIsNamed() async throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }
        container.decorateOnMainActor(Fixtures.Live.self, fileID: "Shop/Debug.swift", line: 3) { live, _ in live }
        let notes = await notes(of: container)
        #expect(
            notes == [
                "  Registered at Shop/Modules.swift:8.",
                "  A decorator, added at Shop/Debug.swift:3, belongs to the main actor.",
            ]
        )
    }

    @Test(arguments: [false, true])
    func hookOfTheMainActorIsNamed(isBehindDecorator: Bool) async throws {
        let container = Container()
        container.register(fileID: "Shop/Modules.swift", line: 8) { Fixtures.Live() }.onCreateOnMainActor { _, _ in }
        if isBehindDecorator { container.decorateOnMainActor(Fixtures.Live.self) { live, _ in live } }
        let notes = await notes(of: container)
        #expect(
            notes == [
                "  Registered at Shop/Modules.swift:8.", "  One of its decorators or hooks belongs to the main actor.",
            ]
        )
    }

    /// The closure of the declaration is not called, but its hook runs.
    @Test func hookOfAnOverriddenDeclarationIsNamed() async throws {
        let container = Container()
        container.touchedOnMainActor.register { Fixtures.Live() }
        let error = await Deadline.error { () throws(ResolutionError) in
            _ = try container.touchedOnMainActor.tryResolve()
        }
        #expect(error?.code == .requiresMainActor)
        #expect(error?.description.contains("One of its decorators or hooks belongs to the main actor.") == true)
    }

    @Test func factoryOfTheMainActorNeedsNoOtherReason() async throws {
        let container = Container()
        container.registerOnMainActor { Fixtures.Live() }.onCreateOnMainActor { _, _ in }
        #expect(await notes(of: container).count == 1)
        let error = await Deadline.error { () throws(ResolutionError) in
            _ = try container.touchedOnMainActor.tryResolve()
        }
        #expect(error?.code == .requiresMainActor)
        #expect(error?.description.contains("decorators or hooks") == false)
    }

    /// The lines between the path and the remedy.
    private func notes(of container: Container) async -> [String] {
        let error = await Deadline.error { () throws(ResolutionError) in
            _ = try container.tryResolve(Fixtures.Live.self)
        }
        #expect(error?.code == .requiresMainActor)
        return (error?.description ?? "").split(separator: "\n").dropFirst(2).dropLast().map(String.init)
    }

    @Test @MainActor func mainActorServiceIsFoundOnTheMainActorAfterASuspension() async throws {
        let container = Container()
        container.registerOnMainActor { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        for id in 0..<10 {
            await Task.yield()
            #expect(try container.tryResolve(Fixtures.User.self, arguments: id).id == id)
        }
    }

    @Test func keptMainActorServiceIsFoundElsewhere() async throws {
        let container = Container()
        container.registerOnMainActor { Fixtures.Live() }.scope(.singleton)
        let kept = try await container.resolveAsync(Fixtures.Live.self)
        let found = try await Deadline.valueOnThread { try container.tryResolve(Fixtures.Live.self) }
        #expect(found === kept)
    }

    @Test func failureLeavesTheMainActorServiceUsable() async throws {
        let container = Container()
        container.registerOnMainActor { Fixtures.Live() }.scope(.singleton)
        let error = await Deadline.error { () throws(ResolutionError) in
            _ = try container.tryResolve(Fixtures.Live.self)
        }
        #expect(error?.code == .requiresMainActor)
        let live = try await MainActor.run { try container.tryResolve(Fixtures.Live.self) }
        #expect(live.label == "live")
    }
}

extension Container {
    fileprivate var touchedOnMainActor: Factory<Fixtures.Live> {
        onMainActor { Fixtures.Live() }.onCreateOnMainActor { _, _ in }
    }
}
