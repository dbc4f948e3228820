import Seam
import TestKit
import Testing

/// Requests that fail look at instances that other threads build and release.
struct NearMissStressTests {
    private protocol Service: AnyObject, Sendable {}
    private final class Live: Service {}
    private final class Other: Service {}

    #if DEBUG
    private static let steps = 2_000
    #else
    private static let steps = 20_000
    #endif

    @Test(.timeLimit(.minutes(10)))
    func failingRequestsLookAtInstancesThatAreReset() throws {
        let container = Container()
        container.register((any Service).self) { Live() }.scope(.singleton)
        let wrong = try ThreadGroup.run(4) { thread in
            var wrong = 0
            for _ in 0..<Self.steps {
                if thread == 0 {
                    _ = container.resolve((any Service).self)
                    container.reset()
                } else if (try? container.tryResolve(Other.self)) != nil {
                    wrong += 1
                }
            }
            return wrong
        }
        #expect(wrong == [0, 0, 0, 0])
    }
}
