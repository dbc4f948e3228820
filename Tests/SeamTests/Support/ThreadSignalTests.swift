import Testing

@testable import Seam

struct ThreadSignalTests {
    @Test func deliversAValueThatWasSentBefore() {
        let signal = ThreadSignal<Int>()
        signal.send(5)
        #expect(signal.wait() == 5)
    }

    @Test(.timeLimit(.minutes(15)))
    func blocksUntilTheValueIsSent() throws {
        let signal = ThreadSignal<Int>()
        let isStarted = ThreadGate()
        let waiter = WorkerThread {
            isStarted.open()
            return signal.wait()
        }
        isStarted.pass()
        signal.send(7)
        #expect(try waiter.value() == 7)
    }

    @Test(.timeLimit(.minutes(15)))
    func deliversOverAndOverAgain() throws {
        for round in 0..<200 {
            let signal = ThreadSignal<Int>()
            let waiter = WorkerThread { signal.wait() }
            signal.send(round)
            #expect(try waiter.value() == round)
        }
    }

    @Test func releasesItsValue() {
        let dead = Tally()
        do {
            let signal = ThreadSignal<Farewell>()
            signal.send(Farewell { dead.next() })
            _ = signal.wait()
        }
        #expect(dead.count == 1)
    }
}
