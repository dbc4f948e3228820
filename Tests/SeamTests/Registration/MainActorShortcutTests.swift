import TestKit
import Testing

@testable import Seam

/// Unique services of the main actor: a request there takes no slow path.
struct MainActorShortcutTests {
    private typealias Engine = MainActorPartTests.Engine

    private let container = Container()

    @MainActor @Test func factoryIsCompletedAtOnce() {
        container.registerOnMainActor { Engine() }
        #expect(isCompletedAtOnce)
        _ = container.resolve(Engine.self)
    }

    @MainActor @Test(arguments: MainActorPartTests.Part.all)
    func serviceWithAPartOfTheMainActorIsCompletedAtOnce(part: MainActorPartTests.Part) {
        part.add(container.register { Engine() }, container)
        #expect(isCompletedAtOnce)
        _ = container.resolve(Engine.self)
    }

    @MainActor @Test func declaredServiceIsCompletedAtOnce() {
        _ = container.mainActorEngine()
        let factory = container.mainActorEngine
        #expect(isCompletion(container.lookUp(factory.signature, declaredAt: factory.place, factory.settings)))
    }

    @Test(arguments: MainActorPartTests.Part.all)
    func requestElsewhereTakesTheSlowPath(part: MainActorPartTests.Part) {
        container.registerOnMainActor { Engine() }
        #expect(!isCompletedAtOnce)
        part.add(container.register { Engine() }, container)
        #expect(!isCompletedAtOnce)
    }

    @MainActor @Test(arguments: [Scope].keepingOrShared)
    func keptServiceIsNotCompletedAtOnce(scope: Scope) {
        container.registerOnMainActor { Engine() }.scope(scope)
        #expect(!isCompletedAtOnce)
        #expect(container.resolve(Engine.self) === container.resolve(Engine.self))
    }

    @MainActor @Test func failureOfTheFactoryHasItsPathAndItsPlace() throws {
        struct Refusal: Error {}
        container.registerOnMainActor { () throws -> Engine in throw Refusal() }
        let error = try #require(throws: ResolutionError.self) {
            try container.tryResolve(Engine.self, fileID: "Shop/Cart.swift", line: 12)
        }
        #expect(error.location?.description == "Shop/Cart.swift:12")
        #expect(error.code == .factoryFailed)
        #expect(error.path.map(\.description) == ["Engine"])
        #expect(error.underlying is Refusal)
    }

    @MainActor @Test func argumentsHooksAndDecoratorsAreApplied() {
        let hooked = Counter()
        container.registerOnMainActor { (_: Resolver, number: Int) in [number] }
            .decorateOnMainActor { numbers, _ in numbers + [2] }
            .onCreateOnMainActor { numbers, services in
                #expect(numbers == [1, 2])
                #expect(services.container === Container.current)
                hooked.increment()
            }
        #expect(container.resolve([Int].self, arguments: 1) == [1, 2])
        #expect(hooked.count == 1)
    }

    private var isCompletedAtOnce: Bool {
        isCompletion(container.lookUp(NoArguments.signature(of: Engine.self), name: nil))
    }

    /// Whether a look-up has found the shortcut; ends its read.
    private func isCompletion(_ lookup: Lookup) -> Bool {
        guard case .complete = lookup.shortcut else { return false }
        lookup.record.endReading()
        return true
    }
}

extension Container {
    @MainActor fileprivate var mainActorEngine: Factory<MainActorPartTests.Engine> {
        onMainActor { MainActorPartTests.Engine() }
    }
}
