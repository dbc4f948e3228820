import Seam
import TestKit
import Testing

/// `implements`: the state that an alias shares with its target.
struct AliasTests {
    @Test func aliasSharesTheKeptInstance() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton).implements((any Fixtures.Service).self)
        let alias: any Fixtures.Service = container.resolve()
        #expect(alias === container.resolve(Fixtures.Live.self))
    }

    @Test func aliasIsCheckedByTheCompilerInTheSecondForm() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
            .implements((any Fixtures.Service).self) { $0 }
        let alias: any Fixtures.Service = container.resolve()
        #expect(alias === container.resolve(Fixtures.Live.self))
    }

    @Test func secondFormMayConvert() {
        let container = Container()
        container.register { Fixtures.Engine("v8") }.implements(String.self, name: "label") { $0.label }
        #expect(container.resolve(String.self, name: "label") == "v8")
    }

    @Test func oneCallTakesSeveralTypes() {
        let container = Container()
        container.register { Fixtures.Live() }.scope(.singleton)
            .implements((any Fixtures.Service).self, (any Fixtures.Auditing).self)
        let service: any Fixtures.Service = container.resolve()
        let auditing: any Fixtures.Auditing = container.resolve()
        #expect(service as AnyObject === auditing as AnyObject)
    }

    @Test(arguments: [Scope].notUnique)
    func aliasTakesTheScopeOfItsTargetThatIsGivenLater(_ scope: Scope) {
        let container = Container()
        let count = Counter()
        container.register {
            count.increment()
            return Fixtures.Live()
        }
        .implements((any Fixtures.Service).self).scope(scope)
        container.register { (resolver: Resolver) in
            let service: any Fixtures.Service = resolver.resolve()
            return [service, resolver.resolve(Fixtures.Live.self), resolver.resolve((any Fixtures.Service).self)]
        }
        let all: [any Fixtures.Service] = container.resolve()
        #expect(all[0] === all[1] && all[1] === all[2])
        #expect(count.count == 1)
    }

    @Test func aliasOfAUniqueTargetIsANewInstanceEachTime() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        let first: any Fixtures.Service = container.resolve()
        #expect(first !== container.resolve((any Fixtures.Service).self))
    }

    @Test func aliasTakesDecoratorsOfItsTargetThatAreAddedLater() {
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
            .implements(AnyObject.self)
            .decorate { service, _ in Fixtures.Wrapper(service) }
        #expect((container.resolve(AnyObject.self) as? any Fixtures.Service)?.label == "wrapped(live)")
    }

    @Test func aliasTakesHooksOfItsTargetThatAreAddedLater() {
        let container = Container()
        let count = Counter()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
            .onCreate { _, _ in count.increment() }
        _ = container.resolve((any Fixtures.Service).self)
        #expect(count.count == 1)
    }

    @Test func aliasTakesTheArgumentsOfItsTarget() {
        let container = Container()
        container.register { (_: Resolver, label: String) in Fixtures.Live(label) }
            .scope(.cached).implements((any Fixtures.Service).self)
        let alias: any Fixtures.Service = container.resolve(arguments: "a")
        #expect(alias.label == "a")
        #expect(alias === container.resolve(Fixtures.Live.self, arguments: "a"))
        #expect(alias !== container.resolve(Fixtures.Live.self, arguments: "b"))
    }

    @Test func aliasTakesCompatibleArguments() {
        let container = Container()
        container.register { (_: Resolver, animal: any Fixtures.Animal) in Fixtures.Live(animal.sound) }
            .implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service).self, arguments: Fixtures.Dog()).label == "woof")
    }

    @Test func aliasWithoutArgumentsDoesNotAnswerForATargetWithArguments() throws {
        let container = Container()
        container.register { (_: Resolver, label: String) in Fixtures.Live(label) }
            .implements((any Fixtures.Service).self)
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve((any Fixtures.Service).self)
        }
        #expect(error.code == .argumentMismatch)
    }

    @Test func aliasWorksAsAnOptionalAndInAnArray() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service)?.self)?.label == "live")
        #expect(container.all((any Fixtures.Service).self).map(\.label) == ["live"])
    }

    @Test func aliasRunsTheFactoryOnce() {
        let container = Container()
        let count = Counter()
        container.register {
            count.increment()
            return Fixtures.Live()
        }
        .implements((any Fixtures.Service).self)
        _ = container.resolve((any Fixtures.Service).self)
        #expect(count.count == 1)
    }

    @Test func aliasOfAMainActorServiceIsBuiltOnTheMainActor() async throws {
        let container = Container()
        container.registerOnMainActor { Fixtures.Live() }.implements((any Fixtures.Service).self)
        try await MainActor.run {
            let service = try container.tryResolve((any Fixtures.Service).self)
            #expect(service.label == "live")
        }
    }
}
