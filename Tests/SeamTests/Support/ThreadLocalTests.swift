import TestKit
import Testing

@testable import Seam

/// The list of the threads that use the library.
struct ThreadLocalTests {
    @Test func recordOfALivingThreadIsListed() throws {
        let isListed = JoinedThread.value {
            let record = ThreadLocal.record
            return !ThreadLocal.living(where: { $0 == record }).isEmpty
        }
        #expect(isListed == true)
    }

    @Test func recordIsListedOnce() throws {
        let count = JoinedThread.value {
            let record = ThreadLocal.record
            return ThreadLocal.living(where: { $0 == record }).count
        }
        #expect(count == 1)
    }

    @Test func recordOfAnEndedThreadIsNotListed() throws {
        // A parallel test may take the record once, but not in every round.
        let isGone = (0..<100)
            .contains { _ in
                let address = JoinedThread.value { UInt(bitPattern: ThreadLocal.record.storage) }
                return ThreadLocal.living(where: { UInt(bitPattern: $0.storage) == address }).isEmpty
            }
        #expect(isGone)
    }

    @Test(.timeLimit(.minutes(15)))
    func otherRecordsStayListedWhenAThreadEnds() throws {
        let areListed = try ThreadGroup.run(4) { _ in
            (0..<50)
                .allSatisfy { _ in
                    _ = JoinedThread.value { ThreadLocal.record.nesting }
                    let record = ThreadLocal.record
                    return ThreadLocal.living(where: { $0 == record }).count == 1
                }
        }
        #expect(areListed == [true, true, true, true])
    }

    @Test func recordIsTakenOverWithoutTheFormerStack() {
        for _ in 0..<20 {
            let limit = JoinedThread.value {
                defer { ThreadLocal.record.stackLimit = 1 }
                return ThreadLocal.record.stackLimit
            }
            #expect(limit == .max)
        }
    }

    @Test func recordIsTakenOverWithoutRequests() {
        for _ in 0..<20 {
            let isIdle = JoinedThread.value {
                let record = ThreadLocal.record
                let isIdle = record.nesting == 0 && record.top == record.bottom && record.resolutionObject == nil
                let container = Container()
                container.register { 1 }.scope(.graph)
                return container.resolve(Int.self) == 1 && isIdle
            }
            #expect(isIdle == true)
        }
    }

    @Test func recordIsTakenOverWithoutTheFramesInWhichAThreadHasEnded() {
        for _ in 0..<20 {
            let isIdle = JoinedThread.value {
                let record = ThreadLocal.record
                let isIdle = record.nesting == 0 && record.top == record.bottom && record.frame(of: 64) == nil
                record.nesting += 1
                record.enterContext(0)
                record.enter(subject: 64, context: 0, dependencies: 0)
                record.isUnsettled = true
                return isIdle && !record.isAtUnsettledEnd
            }
            #expect(isIdle == true)
        }
    }
}
