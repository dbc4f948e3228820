import Foundation
import TestKit
import Testing

@testable import Seam

struct ReclamationTests {
    private final class Subject: Sendable {
        let end: Counter
        init(_ end: Counter) { self.end = end }
        deinit { end.increment() }
    }

    private static func address(of object: AnyObject) -> UInt {
        Borrowed(object).word
    }

    /// Runs `body` in a frame that holds `address`.
    private static func holding(_ address: UInt, _ body: () -> Void) {
        let record = ThreadLocal.record
        record.enter(subject: address, context: 0, dependencies: 0)
        body()
        record.leave()
    }

    @Test func objectInNoFrameIsReleasedAtOnce() {
        let end = Counter()
        Reclamation.reclaim([Subject(end)])
        #expect(end.count == 1)
    }

    @Test func objectInAFrameIsReleasedWhenItIsLeft() {
        let end = Counter()
        let address: UInt
        var subject: Subject? = Subject(end)
        address = Self.address(of: subject.unsafelyUnwrapped)
        Self.holding(address) {
            Reclamation.reclaim([subject.take().unsafelyUnwrapped])
            #expect(end.count == 0)
        }
        #expect(end.count == 1)
    }

    @Test func objectInTwoFramesIsReleasedWhenTheLastIsLeft() {
        let end = Counter()
        var subject: Subject? = Subject(end)
        let address = Self.address(of: subject.unsafelyUnwrapped)
        Self.holding(address) {
            Self.holding(address) {
                Reclamation.reclaim([subject.take().unsafelyUnwrapped])
                #expect(end.count == 0)
            }
            #expect(end.count == 0)
        }
        #expect(end.count == 1)
    }

    @Test func otherFramesDelayNoRelease() {
        let end = Counter()
        let other = Subject(Counter())
        Self.holding(Self.address(of: other)) {
            Reclamation.reclaim([Subject(end)])
            #expect(end.count == 1)
        }
    }

    @Test func manyObjectsAreReleasedTogether() {
        let end = Counter()
        Reclamation.reclaim((0..<100).map { _ in Subject(end) })
        #expect(end.count == 100)
    }

    /// The time would be cubic if each frame that is left looked for all objects in all frames.
    @Test func objectsInAsManyFramesAreReleasedInTime() {
        let (end, count) = (Counter(), 4_000)
        let duration = JoinedThread.value { () -> Duration in
            let record = ThreadLocal.record
            var subjects = (0..<count).map { _ in Subject(end) }
            for subject in subjects { record.enter(subject: Self.address(of: subject), context: 0, dependencies: 0) }
            return ContinuousClock()
                .measure {
                    Reclamation.reclaim(subjects)
                    subjects = []
                    for _ in 0..<count { record.leave() }
                }
        }
        #expect(end.count == count)
        #expect(duration.map { $0 < .seconds(2) } == true, "\(duration as Any)")
    }

    @Test func objectThatIsUnlinkedTwiceIsReleasedOnce() {
        let end = Counter()
        var subject: Subject? = Subject(end)
        Self.holding(Self.address(of: subject.unsafelyUnwrapped)) {
            Reclamation.reclaim([subject.unsafelyUnwrapped])
            Reclamation.reclaim([subject.take().unsafelyUnwrapped])
            #expect(end.count == 0)
        }
        #expect(end.count == 1)
        #expect(!ThreadLocal.record.hasDeferred)
    }

    @Test func releaseMayReclaimMore() {
        let end = Counter()
        Reclamation.reclaim([DeinitAction { Reclamation.reclaim([Subject(end)]) }])
        #expect(end.count == 1)
    }

    @Test func releaseOfADeferredObjectMayReclaimMore() {
        let end = Counter()
        var subject: DeinitAction? = DeinitAction { Reclamation.reclaim([Subject(end)]) }
        let address = Self.address(of: subject.unsafelyUnwrapped)
        Self.holding(address) {
            Reclamation.reclaim([subject.take().unsafelyUnwrapped])
        }
        #expect(end.count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func objectInAFrameOfAnotherThreadIsReleasedByThatThread() throws {
        let end = Counter()
        let isHeld = Gate()
        let mayLeave = Gate()
        let thread = Counter()
        let holder: WorkerThread<Int>
        do {
            let subject = DeinitAction {
                end.increment()
                if ThreadRole.isHolder { thread.increment() }
            }
            let address = Self.address(of: subject)
            holder = WorkerThread {
                ThreadRole.$isHolder.withValue(true) {
                    Self.holding(address) {
                        isHeld.open()
                        mayLeave.wait()
                    }
                    return end.count
                }
            }
            isHeld.wait()
            Reclamation.reclaim([subject])
        }
        #expect(end.count == 0)
        mayLeave.open()
        #expect(try holder.value() == 1)
        #expect(thread.count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func reclaimingWaitsForTheReadsUnderWay() throws {
        let end = Counter()
        let isReading = Gate()
        let mayEnd = Gate()
        let reader = WorkerThread {
            let record = ThreadLocal.record
            record.beginReading()
            isReading.open()
            mayEnd.wait()
            let ended = end.count
            record.endReading()
            return ended
        }
        isReading.wait()
        let isRetiring = Gate()
        let retiring = WorkerThread {
            let subject = Subject(end)
            isRetiring.open()
            Reclamation.reclaim([subject])
        }
        isRetiring.wait()
        // The other thread begins to wait meanwhile.
        Thread.sleep(forTimeInterval: 0.05)
        mayEnd.open()
        #expect(try reader.value() == 0)
        try retiring.value()
        #expect(end.count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func everyThreadReleasesTheObjectsThatItReclaims() throws {
        let strays = try ThreadGroup.run(8) { _ in
            var strays = 0
            for _ in 0..<500 {
                let end = Counter()
                Reclamation.reclaim([Subject(end)])
                if end.count != 1 { strays += 1 }
                var subject: Subject? = Subject(end)
                Self.holding(Self.address(of: subject.unsafelyUnwrapped)) {
                    Reclamation.reclaim([subject.take().unsafelyUnwrapped])
                    if end.count != 1 { strays += 1 }
                }
                if end.count != 2 { strays += 1 }
            }
            return strays
        }
        #expect(strays.allSatisfy { $0 == 0 })
    }
}

private enum ThreadRole {
    @TaskLocal static var isHolder = false
}
