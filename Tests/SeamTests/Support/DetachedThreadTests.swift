import Testing

@testable import Seam

struct DetachedThreadTests {
    @Test(.timeLimit(.minutes(15)))
    func bodyRunsOnAThreadOfItsOwn() {
        let signal = ThreadSignal<UInt>()
        let gate = ThreadGate()
        detachThread {
            signal.send(currentThreadNumber)
            gate.pass()
        }
        let number = signal.wait()
        #expect(number != currentThreadNumber)
        gate.open()
    }

    @Test(.timeLimit(.minutes(15)))
    func bodyIsReleasedWhenItHasRun() {
        let gate = ThreadGate()
        do {
            let captured = Farewell { gate.open() }
            detachThread { withExtendedLifetime(captured) {} }
        }
        #expect(gate.pass())
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
