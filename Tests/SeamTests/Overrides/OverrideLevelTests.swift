import Seam
import TestKit
import Testing

/// An override of a container with a parent is one registration at every level of the chain.
struct OverrideLevelTests {
    private final class Screen: Sendable {
        let service: any Fixtures.Service
        init(_ service: any Fixtures.Service) { self.service = service }
    }

    /// Whichever level is asked first: a kept override is one instance for all of them.
    @Test(arguments: [Scope.unique, .graph, .cached, .container, .shared], [true, false])
    func overrideHasTheDecoratorsOfAllLevels(scope: Scope, isParentFirst: Bool) {
        let parent = Container()
        parent.register((any Fixtures.Service).self) { Fixtures.Live() }
        parent.register { Screen($0.resolve()) }.scope(.singleton)
        parent.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service) }
        withContainer(Container(parent: parent)) {
            withOverrides { container in
                container.register((any Fixtures.Service).self) { Fixtures.Mock() }.scope(scope)
            } operation: {
                let first: Screen? = isParentFirst ? resolve() : nil
                let own: any Fixtures.Service = resolve()
                let screen = first ?? resolve()
                #expect(own.label == "wrapped(mock)")
                #expect(screen.service.label == "wrapped(mock)")
                #expect((own === screen.service) == (scope == .cached || scope == .shared))
            }
        }
    }

    /// A decorator that an override adds is the last one, as in a container without a parent.
    @Test(arguments: [true, false], [true, false])
    func decoratorOfAnOverrideIsTheOutermost(hasParent: Bool, isReplaced: Bool) {
        let parent = hasParent ? Container() : nil
        let container = Container(parent: parent)
        (parent ?? container).register { "live" }
        (parent ?? container).decorate(String.self) { text, _ in text + ", of the parent" }
        container.decorate(String.self) { text, _ in text + ", own" }
        withContainer(container) {
            withOverrides {
                if isReplaced { $0.register { "mock" } }
                $0.decorate(String.self) { text, _ in text + ", of the override" }
            } operation: {
                #expect(resolve() == (isReplaced ? "mock" : "live") + ", of the parent, own, of the override")
                withOverrides {
                    $0.decorate(String.self) { text, _ in text + ", of the inner one" }
                } operation: {
                    #expect(resolve(String.self).hasSuffix(", own, of the override, of the inner one"))
                }
            }
        }
    }

    /// The innermost level keeps the instance, and so builds it: with its own decorators, and with services that no
    /// other level has.
    @Test(arguments: [Scope].keptByOwner, [true, false])
    func keptOverrideIsBuiltByTheInnermostLevel(scope: Scope, isParentFirst: Bool) {
        let parent = Container()
        parent.register { Screen($0.resolve()) }.scope(.singleton)
        let child = Container(parent: parent)
        child.register { "of the child" }
        child.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service) }
        withContainer(child) {
            withOverrides { container in
                container.register((any Fixtures.Service).self) { Fixtures.Live($0.resolve()) }.scope(scope)
            } operation: {
                let first: Screen? = isParentFirst ? resolve() : nil
                let own: any Fixtures.Service = resolve()
                let screen = first ?? resolve()
                #expect(own.label == "wrapped(of the child)")
                #expect(own === screen.service)
                // A copy of the chain has its own innermost level.
                withOverrides {
                    $0.register { "of the copy" }
                } operation: {
                    #expect((resolve() as Screen).service.label == "wrapped(of the copy)")
                }
                Container.current.reset()
                #expect((resolve() as (any Fixtures.Service)) !== own)
            }
        }
    }

    private final class Service: Sendable {}

    /// A service that the outermost container keeps.
    private final class Owner: Sendable {
        let service: Service

        init(_ service: Service) { self.service = service }
    }

    private func child() -> Container {
        let root = Container()
        root.register { (resolver: Resolver) in Owner(resolver.resolve()) }.scope(.singleton)
        return Container(parent: root)
    }

    private func withOverride<Result>(_ scope: Scope = .singleton, _ operation: () throws -> Result) rethrows -> Result
    {
        try withContainer(child()) {
            try withOverrides({ $0.register { Service() }.scope(scope) }, operation: operation)
        }
    }

    private func siblingOfCurrent() throws -> Container {
        let parent = try #require(Container.current.parent)
        return Container(parent: parent)
    }

    @Test(arguments: [Scope].keptByOwner)
    func overrideIsOneInstanceInACopyToo(scope: Scope) {
        withOverride(scope) {
            let outer = resolve(Service.self)
            #expect(resolve(Owner.self).service === outer)
            withOverrides {
                $0.register { "unrelated" }
            } operation: {
                let inner = resolve(Service.self)
                #expect(inner !== outer)
                #expect(resolve(Owner.self).service === inner)
            }
            let copy = Container(copying: Container(copying: .current))
            let service = copy.resolve(Owner.self).service
            #expect(copy.resolve(Service.self) === service)
        }
    }

    @Test func overrideOfACopyStaysOneInstanceAfterItWasReset() {
        withOverride {
            let copy = Container(copying: .current)
            let first = copy.resolve(Service.self)
            copy.reset()
            copy.parent?.reset()
            let second = copy.resolve(Owner.self).service
            #expect(second !== first)
            #expect(copy.resolve(Service.self) === second)
        }
    }

    @Test(arguments: [false, true])
    func resetDropsAnInstanceThatAParentWasAskedFor(isCopied: Bool) {
        withOverride {
            let container = isCopied ? Container(copying: .current) : .current
            let first = container.resolve(Owner.self).service
            #expect(container.resolve(Service.self) === first)
            container.reset()
            #expect(container.resolve(Service.self) !== first)
        }
    }

    /// The innermost container of the copied chain is none of the levels of the override.
    @Test(arguments: [Scope].keptByOwner, [true, false])
    func copyOfAChildHasTheOverrideBuiltByItsInnermostLevel(scope: Scope, isCopiedByOverride: Bool) {
        let parent = Container()
        parent.register { Screen($0.resolve()) }.scope(.singleton)
        let child = Container(parent: parent)
        child.register { "of the child" }
        withContainer(child) {
            withOverrides { container in
                container.register((any Fixtures.Service).self) { Fixtures.Live($0.resolve()) }.scope(scope)
            } operation: {
                withContainer(Container(parent: .current)) {
                    let copy =
                        isCopiedByOverride
                        ? withOverrides({ $0.register { 1 } }, operation: { Container.current })
                        : Container(copying: .current)
                    let screen = copy.resolve(Screen.self)
                    #expect(screen.service.label == "of the child")
                    #expect(copy.resolve((any Fixtures.Service).self) === screen.service)
                }
            }
        }
    }

    /// Whichever level is asked: only the innermost one decorates the alias.
    @Test(arguments: [Scope].keptByOwner, [true, false])
    func aliasOfAnOverrideIsDecoratedForAllLevels(scope: Scope, isParentFirst: Bool) throws {
        let child = Container(parent: Container())
        child.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service) }
        try withContainer(child) {
            try withOverrides {
                $0.register { Fixtures.Mock() }.scope(scope).implements((any Fixtures.Service).self)
            } operation: {
                let parent = try #require(Container.current.parent)
                let first: (any Fixtures.Service)? = isParentFirst ? parent.resolve() : nil
                let own: any Fixtures.Service = resolve()
                let ofParent = first ?? parent.resolve()
                #expect(ofParent.label == "wrapped(mock)")
                #expect(ofParent === own)
            }
        }
    }

    /// The container gets its own instance, which the innermost level does not decorate.
    @Test func decoratorOfTheInnermostLevelDoesNotReachTheTargetOfAnotherContainer() throws {
        try withContainer(child()) {
            try withOverrides {
                $0.register { Fixtures.Mock() }.implements((any Fixtures.Service).self)
            } operation: {
                Container.current.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service) }
                let outside = try siblingOfCurrent()
                outside.register { Fixtures.Mock() }.scope(.singleton)
                let service: any Fixtures.Service = outside.resolve()
                #expect(service.label == "mock")
                #expect(outside.resolve((any Fixtures.Service).self) === service)
            }
        }
    }

    /// Its lazy values hold the innermost level weakly, and would not find it any more.
    @Test(arguments: [Scope].keptByOwner)
    func instanceOfAnOverrideIsReleasedWithTheInnermostLevel(scope: Scope) throws {
        let (outside, first) = try withOverride(scope) { (try siblingOfCurrent(), resolve(Service.self)) }
        let second = outside.resolve(Service.self)
        #expect(second !== first)
        #expect(outside.resolve(Service.self) === second)
    }

    /// The alias is still filed by the level above, and was kept with the instance of its target.
    @Test(arguments: [Scope].keptByOwner)
    func targetOfTheInnermostLevelIsReleasedWithIt(scope: Scope) throws {
        let child = Container(parent: Container())
        child.decorate((any Fixtures.Service).self) { service, _ in Fixtures.Wrapper(service) }
        let target = WeakReference<Fixtures.Mock>()
        let outside = try withContainer(child) {
            try withOverrides {
                $0.register { Fixtures.Mock() }.implements((any Fixtures.Service).self)
            } operation: {
                Container.current.register { Fixtures.Mock() }.scope(scope)
                let outside = try #require(Container.current.parent)
                target.object = resolve()
                let alias: any Fixtures.Service = outside.resolve()
                #expect(alias.label == "wrapped(mock)")
                return outside
            }
        }
        #expect(target.object == nil)
        withExtendedLifetime(outside) {}
    }

    @Test func levelThatOutlivesTheInnermostOneReleasesItsInstance() throws {
        let outside = try withOverride(.container) { try siblingOfCurrent() }
        let instance = WeakReference(outside.resolve(Service.self))
        #expect(instance.object != nil)
        #expect(outside.parent?.unregister(Service.self) == true)
        #expect(instance.object == nil)
    }

    @Test func registrationAfterAnOverrideGivesItsOwnType() throws {
        for _ in 0..<200 {
            let outside = try withOverride(.container) { try siblingOfCurrent() }
            _ = outside.resolve(Service.self)
            let parent = try #require(outside.parent)
            parent.unregister(Service.self)
            parent.register { Fixtures.Engine() }.scope(.container)
            #expect(type(of: outside.resolve(Fixtures.Engine.self)) == Fixtures.Engine.self)
        }
    }

    /// The innermost level still files the override, which the level above replaces.
    @Test func levelThatReplacesAnOverrideReleasesTheInstancesOfItsChildren() throws {
        try withOverride(.container) {
            let outside = try siblingOfCurrent()
            let instance = WeakReference(outside.resolve(Service.self))
            #expect(instance.object != nil)
            outside.parent?.register { Service() }.scope(.container)
            #expect(instance.object == nil)
        }
    }

    /// The memory of the override is free for another registration when the innermost level is gone.
    @Test func registrationAfterAReplacedOverrideGivesItsOwnType() throws {
        for _ in 0..<10 {
            let outside = try withOverride(.container) {
                let outside = try siblingOfCurrent()
                _ = outside.resolve(Service.self)
                outside.parent?.register { Service() }
                return outside
            }
            let parent = try #require(outside.parent)
            for index in 0..<200 {
                let name = ServiceName("\(index)")
                parent.register(name: name) { Fixtures.Engine() }.scope(.container)
                let engine: AnyObject = outside.resolve(Fixtures.Engine.self, name: name)
                #expect(type(of: engine) == Fixtures.Engine.self)
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [Scope].keptByOwner)
    func parentAnswersForAnOverrideAfterShutdown(scope: Scope) async throws {
        try await withContainer(child()) {
            try await withOverrides {
                $0.register { Service() }.scope(scope)
            } operation: {
                let provider = try #require(Container.current.parent).resolve(Provider<Service>.self)
                let before = resolve(Service.self)
                try await Container.current.shutdown()
                let after = provider()
                #expect(after !== before)
                #expect(provider() === after)
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func parentAnswersForAnOverridingValueAfterShutdown() async throws {
        try await withContainer(child()) {
            let value = Service()
            try await withOverrides {
                $0.register(value: value)
            } operation: {
                let provider = try #require(Container.current.parent).resolve(Provider<Service>.self)
                try await Container.current.shutdown()
                #expect(provider() === value)
            }
        }
    }
}
