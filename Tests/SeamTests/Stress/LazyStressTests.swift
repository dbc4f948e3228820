import Seam
import TestKit
import Testing

/// Threads that read a lazy value without a lock, while another one sets and releases it.
struct LazyStressTests {
    private let living = Counter()

    @Test(.timeLimit(.minutes(15)))
    func readersGetAnIntactServiceWhileOthersReplaceIt() throws {
        try readWhileReplacing()
        #expect(living.count == 0)
    }

    private func readWhileReplacing() throws {
        let container = Container()
        container.register { [living] in CountedObject(living) }
        let lazy = LazyInject<CountedObject>(in: container)
        try ThreadGroup.run(4) { [living] thread in
            // A value that was released is resolved anew, from the current container.
            withContainer(container) {
                for step in 0..<20_000 {
                    if thread > 0 {
                        #expect(lazy.wrappedValue.isIntact)
                    } else if step.isMultiple(of: 2) {
                        lazy.wrappedValue = CountedObject(living)
                    } else {
                        lazy.projectedValue.release()
                    }
                }
            }
        }
    }
}
