import Seam
import TestKit
import Testing

private final class Limit: Sendable {
    let value: Int
    let isDecorated: Bool
    let isPrepared = Flag()

    init(_ value: Int, isDecorated: Bool = false) { (self.value, self.isDecorated) = (value, isDecorated) }
}

extension Container {
    fileprivate var limit: Factory<Limit> {
        self { Limit(0) }
            .singleton
            .decorate { limit, _ in Limit(limit.value, isDecorated: true) }
            .onCreate { limit, _ in limit.isPrepared.raise() }
    }
}

/// A declared service is replaced while threads ask for it: its scope, decorators and hooks are those of the
/// declaration, so that no request finds a registration without them.
struct DeclaredReplacementStressTests {
    @Test(.timeLimit(.minutes(15)))
    func everyInstanceIsDecoratedAndPreparedAndKept() throws {
        let container = Container()
        let (replacements, builds) = (2_000, Counter())
        let complaints = try ThreadGroup.run(4) { thread -> [String] in
            var complaints: [String] = []
            for step in 1...replacements {
                if thread == 0 {
                    container.limit.register {
                        builds.increment()
                        return Limit(step)
                    }
                }
                let limit = container.limit()
                if !limit.isDecorated { complaints.append("\(limit.value) is not decorated") }
                if !limit.isPrepared.isRaised { complaints.append("\(limit.value) is not prepared") }
            }
            return complaints
        }
        #expect(complaints.flatMap { $0 } == [])
        // A request that has found a registration just before its replacement may build once more, for itself.
        #expect(builds.count < replacements + replacements / 10)
        #expect(container.limit().value == replacements)
    }
}
