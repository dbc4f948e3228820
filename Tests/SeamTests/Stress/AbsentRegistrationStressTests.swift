import Seam
import TestKit
import Testing

/// Threads that register one service if it is absent.
struct AbsentRegistrationStressTests {
    private final class Service: Sendable {}

    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func oneRegistrationIsMade(isCopy: Bool) throws {
        for _ in 0..<1_000 {
            let empty = Container(defaultScope: .singleton)
            let container = isCopy ? Container(copying: empty) : empty
            let services = try ThreadGroup.run(2) { _ in
                container.register(when: .ifAbsent) { Service() }
                return container.resolve(Service.self)
            }
            #expect(services[0] === services[1])
        }
    }
}
