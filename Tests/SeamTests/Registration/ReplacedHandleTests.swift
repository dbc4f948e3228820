import Seam
import TestKit
import Testing

/// The handle of a registration that was replaced or removed changes nothing any more.
struct ReplacedHandleTests {
    final class Live: Sendable {}

    /// A change by a handle, which notes that it has an effect.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (Registration<Live>, Journal<String>) -> Void

        static let all = [
            Change(testDescription: "decorate") { handle, effects in
                handle.decorate { live, _ in
                    effects.note("decorated")
                    return live
                }
            },
            Change(testDescription: "decorateOnMainActor") { handle, effects in
                handle.decorateOnMainActor { live, _ in
                    effects.note("decorated")
                    return live
                }
            },
            Change(testDescription: "onCreate") { handle, effects in
                handle.onCreate { _, _ in effects.note("created") }
            },
            Change(testDescription: "onCreateOnMainActor") { handle, effects in
                handle.onCreateOnMainActor { _, _ in effects.note("created") }
            },
            Change(testDescription: "onResolved") { handle, effects in
                handle.onResolved { _, _ in effects.note("resolved") }
            },
            Change(testDescription: "onResolvedOnMainActor") { handle, effects in
                handle.onResolvedOnMainActor { _, _ in effects.note("resolved") }
            },
            Change(testDescription: "onDispose") { handle, effects in
                handle.onDispose { _ in effects.note("disposed") }
            },
            Change(testDescription: "implements") { handle, _ in
                handle.implements((any Sendable).self)
            },
            Change(testDescription: "implements(as:)") { handle, _ in
                handle.implements((any Sendable).self) { $0 }
            },
        ]
    }

    private let container = Container()
    private let effects = Journal<String>()

    @Test(arguments: Change.all) func handleOfAReplacedRegistrationChangesNothing(change: Change) async throws {
        let handle = container.register { Live() }
        container.register { Live() }.scope(.singleton)
        change.apply(handle, effects)
        // Off the main actor: a part that runs there would make the request fail.
        _ = try await Deadline.valueOnThread { [container] in _ = try container.tryResolve(Live.self) }
        #expect(!container.isRegistered((any Sendable).self))
        try await container.shutdown()
        #expect(effects.entries.isEmpty)
    }

    /// The ways to remove the registration.
    private static let removals: [@Sendable (Container) -> Void] = [
        { $0.unregister(Live.self) }, { $0.removeAll() },
    ]

    @Test(arguments: Change.all, removals.indices)
    func handleOfARemovedRegistrationChangesNothing(change: Change, removal: Int) async throws {
        let handle = container.register { Live() }
        Self.removals[removal](container)
        change.apply(handle, effects)
        #expect(container.registrations.isEmpty)
        container.register { Live() }.scope(.singleton)
        _ = try await Deadline.valueOnThread { [container] in _ = try container.tryResolve(Live.self) }
        #expect(!container.isRegistered((any Sendable).self))
        try await container.shutdown()
        #expect(effects.entries.isEmpty)
    }
}
