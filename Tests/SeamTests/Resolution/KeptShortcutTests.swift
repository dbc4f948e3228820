import TestKit
import Testing

@testable import Seam

/// Builds of kept instances that need nothing but their factories.
struct KeptShortcutTests {
    private final class Thing: Sendable {}

    private final class Holder: Sendable {
        let thing: Thing
        init(_ thing: Thing) { self.thing = thing }
    }

    private struct Failure: Error {}

    private static let scopes: [Scope] = [.cached, .cached("name"), .singleton, .shared, .container]

    /// Whether a request for the service begins with this shortcut.
    private static func takesShortcut<Service>(_ type: Service.Type, in container: Container) -> Bool {
        let lookup = container.lookUp(Signature(ObjectIdentifier(type)), name: nil)
        lookup.cancel()
        if case .keep = lookup.shortcut { return true }
        return false
    }

    // MARK: The shortcut

    @Test(arguments: scopes) func plainFactoryIsCalledByTheShortcut(scope: Scope) {
        let container = Container()
        container.register { Thing() }.scope(scope)
        #expect(Self.takesShortcut(Thing.self, in: container))
        let thing: Thing = container.resolve()
        #expect(!Self.takesShortcut(Thing.self, in: container))
        #expect(container.resolve(Thing.self) === thing)
    }

    @Test(arguments: [Scope.unique, .graph, .cached(for: .seconds(1))])
    func otherScopesHaveOtherPaths(scope: Scope) {
        let container = Container()
        container.register { Thing() }.scope(scope)
        #expect(!Self.takesShortcut(Thing.self, in: container))
    }

    private static let additions: [@Sendable (Registration<Thing>) -> Void] = [
        { $0.decorate { thing, _ in thing } },
        { $0.onCreate { _, _ in } },
        { $0.onResolved { _, _ in } },
        { $0.onCreateOnMainActor { _, _ in } },
    ]

    @Test(arguments: additions.indices) func registrationWithMoreThanAFactoryTakesTheSlowPath(addition: Int) {
        let container = Container()
        let registration = container.register { Thing() }.scope(.cached)
        Self.additions[addition](registration)
        #expect(!Self.takesShortcut(Thing.self, in: container))
    }

    @Test func decoratedRegistrationTakesTheSlowPath() {
        let container = Container()
        container.register { Thing() }.scope(.cached)
        container.decorate(Thing.self) { thing, _ in thing }
        #expect(!Self.takesShortcut(Thing.self, in: container))
    }

    @Test func otherKindsOfRegistrationsTakeTheSlowPath() {
        let container = Container()
        container.registerOnMainActor { Thing() }.scope(.cached)
        #expect(!Self.takesShortcut(Thing.self, in: container))
        container.registerAsync { Thing() }.scope(.cached)
        #expect(!Self.takesShortcut(Thing.self, in: container))
    }

    @Test func decoratorThatCameAfterTheLookUpIsApplied() throws {
        let container = Container()
        container.register { 1 }.scope(.cached)
        let lookup = container.lookUp(Signature(ObjectIdentifier(Int.self)), name: nil)
        guard case .keep(let entry) = lookup.shortcut else {
            Issue.record("no shortcut")
            return
        }
        // A decorator waits for no reader: it comes here, between the look-up and the build.
        container.decorate(Int.self) { number, _ in number + 1 }
        #expect(container.beginKeeping(entry, lookup.record, at: nil) == nil)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func inheritedRegistrationIsBuiltAndKeptByItsOwner() {
        let parent = Container()
        parent.register { Thing() }.scope(.singleton)
        parent.register { Holder($0.resolve()) }.scope(.singleton)
        let child = Container(parent: parent)
        child.register { Thing() }
        let holder: Holder = child.resolve()
        #expect(holder.thing === parent.resolve(Thing.self))
        #expect(parent.resolve(Holder.self) === holder)
    }

    // MARK: Its end

    @Test(arguments: scopes) func failedBuildFreesTheSlotAndLeavesNoFrame(scope: Scope) throws {
        let (container, builds) = (Container(), Counter())
        container.register { () throws -> Thing in
            guard builds.increment() > 2 else { throw Failure() }
            return Thing()
        }
        .scope(scope)
        for _ in 0..<2 {
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self) }
            #expect(error?.code == .factoryFailed)
            #expect(error?.underlying is Failure)
            #expect(error?.path.count == 1)
            #expect(Container.current === Container.main)
        }
        let thing: Thing = try container.tryResolve()
        #expect(try container.tryResolve(Thing.self) === thing)
        #expect(builds.count == 3)
    }

    @Test func failureBelowHasTheWholePath() {
        let container = Container()
        container.register { () throws -> Thing in throw Failure() }.scope(.singleton)
        container.register { services in Holder(try services.tryResolve()) }.scope(.singleton)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Holder.self) }
        #expect(error?.steps == ["Holder", "Thing"])
        #expect(error?.underlying is Failure)
    }

    @Test func serviceThatNeedsItselfIsACircle() {
        let container = Container()
        container.register { services in Holder(try services.tryResolve()) }.scope(.singleton)
        container.register { services -> Thing in
            _ = try services.tryResolve(Holder.self)
            return Thing()
        }
        .scope(.singleton)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Holder.self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Holder", "Thing", "Holder"])
    }

    @Test func hooksOfInnerServicesRunAtTheEndOfTheRequest() {
        let (container, order) = (Container(), Journal<String>())
        container.register { Thing() }.onResolved { _, _ in order.note("resolved") }
        container.register { services in
            defer { order.note("built") }
            return Holder(services.resolve())
        }
        .scope(.singleton)
        _ = container.resolve(Holder.self)
        #expect(order.entries == ["built", "resolved"])
    }

    @Test func readyDependencyIsNotedByAShortcut() {
        let (container, shortcuts) = (Container(), Journal<Bool>())
        container.register { Thing() }.scope(.singleton)
        container.register { services in
            let lookup = container.lookUp(Signature(ObjectIdentifier(Thing.self)), name: nil)
            lookup.cancel()
            if case .indirect(.noted) = lookup.shortcut { shortcuts.note(true) }
            return Holder(services.resolve())
        }
        .scope(.singleton)
        let thing: Thing = container.resolve()
        #expect(container.resolve(Holder.self).thing === thing)
        #expect(shortcuts.entries == [true])
        func dependencies(of type: any Any.Type) -> Dependencies? {
            container.ownEntries(of: type).first?.slotsIfMade?.existingSlot(for: nil)?.instance?.dependencies
        }
        #expect(dependencies(of: Thing.self) != nil)
        #expect(dependencies(of: Holder.self)?.given.first === dependencies(of: Thing.self))
    }

    @Test func dependencyIsNoted() {
        let container = Container()
        container.register { Thing() }.scope(.cached)
        container.register { Holder($0.resolve()) }.scope(.singleton)
        _ = container.resolve(Holder.self)
        #expect(container.explain(Holder.self).contains("Dependencies: 'Thing'."))
    }
}
