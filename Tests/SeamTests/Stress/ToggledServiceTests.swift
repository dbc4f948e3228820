import Seam
import TestKit
import Testing

/// `optional` returns `nil` or the service while other threads register and unregister it, and never stops the program.
struct ToggledServiceTests {
    private struct Toggled: Sendable {}

    @Test(.timeLimit(.minutes(15)))
    func optionalRequestNeverStopsTheProgram() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            try ThreadGroup.run(4) { thread in
                for step in 0..<100_000 {
                    guard thread == 0 else {
                        _ = container.optional(Toggled.self)
                        continue
                    }
                    if step.isMultiple(of: 2) {
                        container.register { Toggled() }
                    } else {
                        container.unregister(Toggled.self)
                    }
                }
            }
        }
    }
}
