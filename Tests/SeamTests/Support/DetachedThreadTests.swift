import TestKit
import Testing

@testable import Seam

struct DetachedThreadTests {
    @Test(.timeLimit(.minutes(15)))
    func bodyRunsOnAThreadOfItsOwn() {
        let signal = ThreadSignal<UInt>()
        let gate = Gate()
        detachThread {
            signal.send(CurrentThread.id)
            gate.wait()
        }
        let number = signal.wait()
        #expect(number != CurrentThread.id)
        gate.open()
    }

    @Test(.timeLimit(.minutes(15)))
    func bodyIsReleasedWhenItHasRun() {
        let gate = Gate()
        do {
            let captured = DeinitAction { gate.open() }
            detachThread { withExtendedLifetime(captured) {} }
        }
        #expect(gate.wait())
    }

    @Test(.timeLimit(.minutes(15)))
    func requestsOfADetachedThreadAreAnswered() {
        let container = Container()
        container.register { 7 }.scope(.singleton)
        let signal = ThreadSignal<Int>()
        detachThread { signal.send(container.resolve(Int.self)) }
        #expect(signal.wait() == 7)
    }
}
