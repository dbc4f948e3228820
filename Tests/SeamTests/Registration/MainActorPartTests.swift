import Seam
import TestKit
import Testing

/// A part on the main actor makes a main-actor registration of any other one.
struct MainActorPartTests {
    final class Engine: Sendable {}

    /// A part of a registration that runs on the main actor.
    struct Part: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let add: @Sendable (Registration<Engine>, Container) -> Void

        static let all = [
            Part(testDescription: "decorator of the registration") { registration, _ in
                registration.decorateOnMainActor { engine, _ in engine }
            },
            Part(testDescription: "decorator of the container") { _, container in
                container.decorateOnMainActor(Engine.self) { engine, _ in engine }
            },
            Part(testDescription: "onCreate") { registration, _ in registration.onCreateOnMainActor { _, _ in } },
            Part(testDescription: "onResolved") { registration, _ in registration.onResolvedOnMainActor { _, _ in } },
        ]
    }

    private let container = Container()
    private let built = Counter()

    @Test(arguments: Part.all, [Scope].all)
    func actorIsCheckedBeforeAnythingIsBuilt(part: Part, scope: Scope) async {
        register(part, scope)
        let failure = await Deadline.error { [container] () throws(ResolutionError) in
            _ = try container.tryResolve(Engine.self)
        }
        #expect(failure?.code == .requiresMainActor)
        #expect(built.count == 0)
    }

    @Test(arguments: Part.all) func instanceThatIsReadyIsFoundEverywhere(part: Part) async throws {
        register(part, .singleton)
        let built = try await container.resolveAsync(Engine.self)
        let found = try await Deadline.valueOnThread { [container] in try container.tryResolve(Engine.self) }
        #expect(found === built)
    }

    private func register(_ part: Part, _ scope: Scope) {
        let registration = container.register { [built] in
            built.increment()
            return Engine()
        }
        part.add(registration.scope(scope), container)
    }
}
