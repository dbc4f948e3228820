import Testing

@testable import Seam

struct IsolationTests {
    private static func isOnMainActor() async -> Bool { MainActorCheck.isOnMainActor }

    /// Swift 6.3 leaves out the change to the main actor, if an async closure is called at once.
    @Test func asyncClosureBeginsOnTheMainActor() async throws {
        let isThere = try await Task.detached { try await onMainActor { await Self.isOnMainActor() } }.value
        #expect(isThere)
    }

    @Test func closureRunsOnTheMainActor() async {
        let isThere = await Task.detached { await onMainActor { MainActorCheck.isOnMainActor } }.value
        #expect(isThere)
    }
}
