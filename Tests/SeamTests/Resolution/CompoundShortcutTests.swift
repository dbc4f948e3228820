import TestKit
import Testing

@testable import Seam

/// Requests that are answered without the slow path, although they take more than a copy or one call.
struct CompoundShortcutTests {
    private final class Thing: Sendable {
        let label: String
        init(_ label: String = "thing") { self.label = label }
    }

    private struct Failure: Error {}

    // MARK: Decorators and hooks

    @Test func failingDecoratorLeavesNoFrameBehind() throws {
        let container = Container()
        container.register { Thing() }.decorate { _, _ in throw Failure() }
        for _ in 0..<3 {
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self) }
            #expect(error?.code == .factoryFailed)
            #expect(error?.path.count == 1)
        }
        #expect(Container.current === Container.main)
    }

    @Test func hookThatAsksForItsOwnServiceIsACircle() {
        let container = Container()
        container.register { Thing() }.onCreate { _, services in _ = try services.tryResolve(Thing.self) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self) }
        #expect(error?.code == .circularDependency)
    }

    @Test func hookMayAskForItsOwnServiceWithOtherArguments() throws {
        let container = Container()
        container.register { _, number in Thing("\(number as Int)") }
            .onCreate { thing, services in
                guard let number = Int(thing.label), number > 0 else { return }
                _ = try services.tryResolve(Thing.self, arguments: number - 1)
            }
        #expect(try container.tryResolve(Thing.self, arguments: 20).label == "20")
    }

    @Test func hookThatAsksForItsOwnServiceWithEqualArgumentsIsACircle() {
        let container = Container()
        container.register { _, number in Thing("\(number as Int)") }
            .onCreate { _, services in _ = try services.tryResolve(Thing.self, arguments: 7) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self, arguments: 7) }
        #expect(error?.code == .circularDependency)
    }

    @Test func overrideIsDecoratedByAllLevelsWhicheverAnswers() {
        let parent = Container()
        parent.register { Thing("original") }
        parent.decorate(Thing.self) { thing, _ in Thing("parent's " + thing.label) }
        let child = Container(parent: parent)
        withContainer(child) {
            withOverrides {
                $0.register { Thing("override") }
            } operation: {
                #expect(Container.current.resolve(Thing.self).label == "parent's override")
                #expect(Container.current.parent?.resolve(Thing.self).label == "parent's override")
            }
        }
    }

    @Test(arguments: [Scope.unique, .singleton])
    func decoratorOfAChildLeavesTheShortcutsOfOtherTypes(scope: Scope) {
        let parent = Container()
        parent.register { Thing() }.scope(scope)
        _ = parent.resolve(Thing.self)
        let child = Container(parent: parent)
        // A type that shares no bit with the other one, which a few pairs of types do.
        let others: [any Any.Type] = [Int.self, String.self, Double.self, Failure.self]
        func decorate<Other>(_ type: Other.Type) { child.decorate(type) { other, _ in other } }
        let other = others.first { Detour.decorator(of: $0) != Detour.decorator(of: Thing.self) } ?? Int.self
        _openExistential(other, do: decorate)
        for container in [child, Container(parent: child)] {
            let lookup = container.lookUp(Signature(ObjectIdentifier(Thing.self)), name: nil)
            #expect(lookup.shortcut != nil)
            lookup.cancel()
        }
        child.decorate(Thing.self) { thing, _ in Thing("decorated " + thing.label) }
        let lookup = child.lookUp(Signature(ObjectIdentifier(Thing.self)), name: nil)
        #expect(lookup.shortcut == nil)
        #expect(child.resolve(Thing.self).label == (scope == .unique ? "decorated thing" : "thing"))
    }

    @Test func laterDecoratorReachesLaterRequestsOfAParentsService() {
        let parent = Container()
        parent.register { Thing() }
        let child = Container(parent: parent)
        #expect(child.resolve(Thing.self).label == "thing")
        parent.decorate(Thing.self) { thing, _ in Thing("1 " + thing.label) }
        #expect(child.resolve(Thing.self).label == "1 thing")
        parent.decorate(Thing.self) { thing, _ in Thing("2 " + thing.label) }
        #expect(child.resolve(Thing.self).label == "2 1 thing")
        #expect(parent.resolve(Thing.self).label == "2 1 thing")
    }

    @Test func decoratorOfAContainerOnTheMainActorFailsElsewhereBeforeAnythingIsBuilt() async {
        let (container, builds) = (Container(), Counter())
        container.register {
            builds.increment()
            return Thing()
        }
        container.decorateOnMainActor(Thing.self) { thing, _ in Thing("decorated " + thing.label) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Thing.self) }
        #expect(error?.code == .requiresMainActor)
        #expect(builds.count == 0)
        let label = await MainActor.run { container.resolve(Thing.self).label }
        #expect(label == "decorated thing")
    }

    @Test func decoratorThatIsAddedAfterTheLookUpFailsBeforeAnythingIsBuilt() throws {
        let (container, builds) = (Container(), Counter())
        container.register {
            builds.increment()
            return Thing()
        }
        container.decorate(Thing.self) { thing, _ in thing }
        let lookup = container.lookUp(Signature(ObjectIdentifier(Thing.self)), name: nil)
        guard case .complete(let entry) = lookup.shortcut else {
            Issue.record("The shortcut is another one.")
            return
        }
        JoinedThread.value { container.decorateOnMainActor(Thing.self) { thing, _ in thing } }
        let site = StaticCallSite(fileID: "Shop/Cart.swift", line: 12)
        let error = #expect(throws: ResolutionError.self) {
            try container.completedInstance(entry, lookup.record, NoArguments(), site) as Thing
        }
        #expect(error?.code == .requiresMainActor)
        #expect(builds.count == 0)
    }

    // MARK: Kept instances

    @Test func readyInstanceOfTheParentIsNotThatOfItsChild() {
        let parent = Container()
        parent.register { Thing() }.scope(.container)
        let child = Container(parent: parent)
        let (inherited, own) = (parent.resolve(Thing.self), child.resolve(Thing.self))
        #expect(own !== inherited)
        #expect(child.resolve(Thing.self) === own)
        #expect(parent.resolve(Thing.self) === inherited)
        child.reset(.container)
        #expect(child.resolve(Thing.self) !== own)
        #expect(parent.resolve(Thing.self) === inherited)
    }

    @Test func childBuildsAnewWhenItsParentReplacesTheRegistrationOrItsScope() {
        let parent = Container()
        let registration = parent.register { Thing("first") }.scope(.container)
        let child = Container(parent: parent)
        #expect(child.resolve(Thing.self).label == "first")
        registration.scope(.cached)
        #expect(child.resolve(Thing.self) === parent.resolve(Thing.self))
        parent.register { Thing("second") }.scope(.container)
        #expect(child.resolve(Thing.self).label == "second")
        #expect(child.resolve(Thing.self) !== parent.resolve(Thing.self))
    }

    @Test func clockMayResetTheContainerThatAsksIt() {
        let (container, clock) = (Container(), ManualClock())
        container.register { Thing() }.scope(.cached(for: .seconds(10), clock: clock))
        let first = container.resolve(Thing.self)
        clock.advance(by: .zero) { container.reset() }
        #expect(container.resolve(Thing.self) === first)
        #expect(container.resolve(Thing.self) !== first)
    }

    @Test func argumentMayResetTheContainerWhenItIsCompared() {
        let container = Container()
        container.register { (_: Resolver, key: CallingKey) in Thing() }.scope(.cached)
        let key = CallingKey { container.reset() }
        #expect(container.resolve(Thing.self, arguments: key).label == "thing")
        #expect(container.resolve(Thing.self, arguments: key).label == "thing")
    }

    @Test func contributionThatIsHeldWeaklyIsBuiltAnewForAll() {
        let container = Container()
        container.contribute { Thing("contributed") }.scope(.shared)
        #expect(container.all(Thing.self).map(\.label) == ["contributed"])
        let first = container.all(Thing.self)
        #expect(container.all(Thing.self).first === first.first)
    }

    // MARK: Misses

    @Test func nameIsFoundOnceItIsRegistered() {
        let (parent, name) = (Container(), ServiceName("later"))
        let child = Container(parent: parent)
        for _ in 0..<3 { #expect(child.optional(Thing.self, name: name) == nil) }
        parent.register(name: name) { Thing() }
        #expect(child.optional(Thing.self, name: name) != nil)
        parent.unregister(Thing.self, name: name)
        #expect(child.optional(Thing.self, name: name) == nil)
        #expect(child.optional(Thing.self, name: "another") == nil)
    }

    @Test func lazyValueOfANameIsFoundOnceItsServiceIsRegistered() {
        let (container, name) = (Container(), ServiceName("later"))
        for _ in 0..<3 { #expect(container.optional(Lazy<Thing>.self, name: name) == nil) }
        container.register(name: name) { Thing() }
        #expect(container.optional(Lazy<Thing>.self, name: name)?.value.label == "thing")
    }
}

/// An argument that calls a closure whenever it is compared or hashed.
private struct CallingKey: Hashable, Sendable {
    let call: @Sendable () -> Void

    static func == (left: Self, right: Self) -> Bool {
        left.call()
        return true
    }

    func hash(into hasher: inout Hasher) { call() }
}
