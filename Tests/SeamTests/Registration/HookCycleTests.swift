import Seam
import TestKit
import Testing

/// Cycles closed by hooks: A needs B in its initialiser, and B's `onCreate` needs A.
struct HookCycleTests {
    private final class Owner: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }

    private final class Part: Sendable {
        let owner = WeakReference<Owner>()
    }

    private struct Wiring {
        let container = Container()
        let owners = Counter()
        let parts = Counter()

        init(_ scope: Scope) {
            container.register { [owners] (resolver: Resolver) in
                owners.increment()
                return Owner(part: resolver.resolve())
            }
            .scope(scope)
            container.register { [parts] in
                parts.increment()
                return Part()
            }
            .scope(scope)
            .onCreate { (part: Part, resolver: Resolver) in
                part.owner.object = resolver.resolve(Owner.self)
            }
        }
    }

    @Test(arguments: [Scope].keeping)
    func cycleIsClosedWhenThePartIsAskedFirst(_ scope: Scope) {
        let wiring = Wiring(scope)
        let part: Part = wiring.container.resolve()
        #expect(part.owner.object?.part === part)
        #expect(wiring.owners.count == 1)
        #expect(wiring.parts.count == 1)
    }

    @Test func cycleIsClosedWithinOneGraphWhenThePartIsAskedFirst() {
        let wiring = Wiring(.graph)
        let parts = Journal<Owner>()
        wiring.container.decorate(Owner.self) { owner, _ in
            parts.note(owner)
            return owner
        }
        let part: Part = wiring.container.resolve()
        #expect(parts.entries.first?.part === part)
        #expect(part.owner.object === parts.entries.first)
        #expect(wiring.owners.count == 1)
        #expect(wiring.parts.count == 1)
    }

    @Test(arguments: [Scope].keeping)
    func cycleIsClosedForEveryLaterRequest(_ scope: Scope) {
        let wiring = Wiring(scope)
        let part: Part = wiring.container.resolve()
        let owner: Owner = wiring.container.resolve()
        #expect(owner.part === part)
        #expect(part.owner.object === owner)
        #expect(wiring.owners.count == 1)
        #expect(wiring.parts.count == 1)
    }

    @Test func cycleOfTwoHooksBuildsEachServiceOnce() {
        let container = Container()
        let built = Counter()
        let engines = Box<Fixtures.Engine?>()
        let lives = Box<Fixtures.Live?>()
        container.register {
            built.increment()
            return Fixtures.Live()
        }
        .scope(.singleton).onCreate { _, resolver in engines.value = resolver.resolve() }
        container.register {
            built.increment()
            return Fixtures.Engine()
        }
        .scope(.singleton).onCreate { _, resolver in lives.value = resolver.resolve() }
        let live: Fixtures.Live = container.resolve()
        #expect(lives.value === live)
        #expect(engines.value === container.resolve(Fixtures.Engine.self))
        #expect(built.count == 2)
    }

    @Test func cycleOfUniqueServicesEndsWithAnError() throws {
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

    @Test func cycleOfAServiceWithItselfIsFoundByTheHook() {
        let container = Container()
        let found = Box<Fixtures.Live?>()
        container.register { Fixtures.Live() }.scope(.singleton)
            .onCreate { _, resolver in found.value = resolver.resolve() }
        #expect(container.resolve(Fixtures.Live.self) === found.value)
    }
}
