import TestKit
import Testing

@testable import Seam

struct ThreadSignalTests {
    @Test func signalDeliversAValueThatWasSentBefore() {
        let signal = ThreadSignal<Int>()
        signal.send(5)
        #expect(signal.wait() == 5)
    }

    @Test(.timeLimit(.minutes(15)))
    func signalBlocksUntilTheValueIsSent() throws {
        let signal = ThreadSignal<Int>()
        let isStarted = Gate()
        let waiter = WorkerThread {
            isStarted.open()
            return signal.wait()
        }
        isStarted.wait()
        signal.send(7)
        #expect(try waiter.value() == 7)
    }

    @Test(.timeLimit(.minutes(15)))
    func signalDeliversOverAndOverAgain() throws {
        for round in 0..<200 {
            let signal = ThreadSignal<Int>()
            let waiter = WorkerThread { signal.wait() }
            signal.send(round)
            #expect(try waiter.value() == round)
        }
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .milliseconds(1)]) func waitEndsWithItsTime(time: Duration) {
        let signal = ThreadSignal<Int>()
        #expect(signal.wait(atMost: time) == nil)
        signal.send(5)
        #expect(signal.wait(atMost: time) == 5)
    }

    @Test func signalReleasesItsValue() {
        let dead = Counter()
        do {
            let signal = ThreadSignal<DeinitAction>()
            signal.send(DeinitAction { dead.increment() })
            _ = signal.wait()
        }
        #expect(dead.count == 1)
    }
}
