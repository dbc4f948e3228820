import Seam
import Testing

/// Cycles wired by hooks: A needs B in its initialiser, and B's `onCreate` needs A.
struct HookCycleTests {
    private final class Owner: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }

    private final class Part: Sendable {
        let owner = Fixtures.WeakReference<Owner>()
    }

    private struct Wiring {
        let container = Container()
        let owners = Fixtures.Counter()
        let parts = Fixtures.Counter()

        init(_ scope: Scope) {
            container.register { [owners] (resolver: Resolver) in
                owners.next()
                return Owner(part: resolver.resolve())
            }
            .scope(scope)
            container.register { [parts] in
                parts.next()
                return Part()
            }
            .scope(scope)
            .onCreate { (part: Part, resolver: Resolver) in
                part.owner.object = resolver.resolve(Owner.self)
            }
        }
    }

    @Test(arguments: [Scope.singleton, .cached, .container])
    func isClosedWhenThePartIsAskedFirst(_ scope: Scope) {
        let wiring = Wiring(scope)
        let part: Part = wiring.container.resolve()
        #expect(part.owner.object?.part === part)
        #expect(wiring.owners.value == 1)
        #expect(wiring.parts.value == 1)
    }

    @Test func isClosedWithinOneGraphWhenThePartIsAskedFirst() {
        let wiring = Wiring(.graph)
        let parts = Fixtures.Journal<Owner>()
        wiring.container.decorate(Owner.self) { owner, _ in
            parts.note(owner)
            return owner
        }
        let part: Part = wiring.container.resolve()
        #expect(parts.values.first?.part === part)
        #expect(part.owner.object === parts.values.first)
        #expect(wiring.owners.value == 1)
        #expect(wiring.parts.value == 1)
    }

    @Test(arguments: [Scope.singleton, .cached, .container])
    func isClosedWhicheverIsAskedNext(_ scope: Scope) {
        let wiring = Wiring(scope)
        let part: Part = wiring.container.resolve()
        let owner: Owner = wiring.container.resolve()
        #expect(owner.part === part)
        #expect(part.owner.object === owner)
        #expect(wiring.owners.value == 1)
        #expect(wiring.parts.value == 1)
    }

    @Test func bothWaysByHooksBuildsEachOnce() {
        let container = Container()
        let built = Fixtures.Counter()
        let engines = Fixtures.Cell<Fixtures.Engine>()
        let lives = Fixtures.Cell<Fixtures.Live>()
        container.register {
            built.next()
            return Fixtures.Live()
        }
        .scope(.singleton).onCreate { _, resolver in engines.value = resolver.resolve() }
        container.register {
            built.next()
            return Fixtures.Engine()
        }
        .scope(.singleton).onCreate { _, resolver in lives.value = resolver.resolve() }
        let live: Fixtures.Live = container.resolve()
        #expect(lives.value === live)
        #expect(engines.value === container.resolve(Fixtures.Engine.self))
        #expect(built.value == 2)
    }

    @Test func ofUniqueServicesEndsWithAnError() throws {
        let container = Container()
        container.register { (resolver: Resolver) in
            Fixtures.Live(try resolver.tryResolve(Fixtures.Engine.self).label)
        }
        container.register { Fixtures.Engine() }
            .onCreate { _, resolver in
                _ = try resolver.tryResolve(Fixtures.Live.self)
            }
        let error = try #require(throws: ResolutionError.self) { try container.tryResolve(Fixtures.Live.self) }
        #expect(error.code == .circularDependency)
        container.register { Fixtures.Engine("mended") }
        #expect(container.resolve(Fixtures.Live.self).label == "mended")
    }

    @Test func ofAServiceWithItselfIsFoundByTheHook() {
        let container = Container()
        let found = Fixtures.Cell<Fixtures.Live>()
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { _, resolver in found.value = resolver.resolve() }
        #expect(container.resolve(Fixtures.Live.self) === found.value)
    }
}
