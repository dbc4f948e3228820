import Seam
import TestKit
import Testing

/// A registration whose scope is changed while other threads ask for its service.
struct ScopeChangeStressTests {
    private final class Token: Sendable {}

    @Test(.timeLimit(.minutes(15)))
    func instanceIsNotKeptOnceTheScopeIsUnique() throws {
        let container = Container()
        let registration = container.register { Token() }
        let isOver = Box(false)
        let kept = try ThreadGroup.run(4) { thread -> Int in
            guard thread == 0 else {
                while !isOver.withLock({ $0 }) { _ = container.resolve(Token.self) }
                return 0
            }
            defer { isOver.withLock { $0 = true } }
            var kept = 0
            for _ in 0..<3_000 {
                registration.scope(.singleton)
                _ = container.resolve(Token.self)
                registration.scope(.unique)
                for _ in 0..<3 where container.resolve(Token.self) === container.resolve(Token.self) { kept += 1 }
            }
            return kept
        }
        #expect(kept == [0, 0, 0, 0])
    }
}
