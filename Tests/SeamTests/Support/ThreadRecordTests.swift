import TestKit
import Testing

@testable import Seam

struct ThreadRecordTests {
    /// Calls `body` on a thread of its own, whose record no other thread uses.
    private func onFreshThread<Value: Sendable>(
        _ body: @escaping @Sendable (ThreadRecord) -> Value
    ) throws -> Value {
        try WorkerThread { body(ThreadLocal.record) }.value()
    }

    private static func enter(_ record: ThreadRecord, _ subject: UInt) {
        record.enter(subject: subject, context: 0x1000, dependencies: 0)
    }

    @Test func threadKeepsItsRecord() throws {
        #expect(try onFreshThread { $0 == ThreadLocal.record })
    }

    @Test func livingThreadsHaveRecordsOfTheirOwn() throws {
        let barrier = Barrier(size: 8)
        let records = try ThreadGroup.run(8) { _ in
            defer { barrier.arrive() }
            return ThreadLocal.record.address
        }
        #expect(Set(records).count == 8)
    }

    @Test func recordsOfEndedThreadsAreUsedAgain() throws {
        // Parallel tests may take some of the free records, but not all of them in every round.
        let addresses = try (0..<200).map { _ in try onFreshThread(\.address) }
        #expect(Set(addresses).count < 150)
    }

    @Test func freshRecordHasNoFrame() throws {
        let isFresh = try onFreshThread { record in
            record.top == record.bottom && record.nesting == 0 && record.resolutionObject == nil
                && record.announced == 0
        }
        #expect(isFresh)
    }

    @Test func innermostFrameOfASubjectIsFound() throws {
        let found = try onFreshThread { record -> [Bool] in
            var found: [Bool] = [record.frame(of: 0x10) == nil]
            Self.enter(record, 0x10)
            let outer = record.top
            Self.enter(record, 0x20)
            Self.enter(record, 0x10)
            found.append(record.frame(of: 0x10) == record.top)
            record.leave()
            found.append(record.frame(of: 0x10) == outer)
            found.append(record.frame(of: 0x20) == record.top)
            record.leave()
            record.leave()
            found.append(record.frame(of: 0x10) == nil && record.frame(of: 0x20) == nil)
            return found
        }
        #expect(found == [true, true, true, true, true])
    }

    @Test func framesOfOneBucketAreDistinguished() throws {
        let subjects = Array((UInt(1)...4_000).map { $0 * 16 }.filter { ThreadRecord.bucket(of: $0) == 3 }.prefix(8))
        try #require(subjects.count == 8)
        let found = try onFreshThread { record in
            for subject in subjects { Self.enter(record, subject) }
            let found = subjects.allSatisfy { subject in
                record.frame(of: subject)?.subject == subject
            }
            for _ in subjects { record.leave() }
            return found && subjects.allSatisfy { record.frame(of: $0) == nil }
        }
        #expect(found)
    }

    @Test(arguments: [1, 31, 32, 33, 64, 1_000])
    func recordHoldsAnyNumberOfFrames(depth: Int) throws {
        let subjects = Set([16, UInt(depth) * 16])
        let isRight = try onFreshThread { record in
            for _ in 0..<2 {
                for number in 1...depth { Self.enter(record, UInt(number) * 16) }
                guard record.nesting == depth, record.subjects(in: subjects) == subjects else { return false }
                for _ in 0..<depth { record.leave() }
                guard record.nesting == 0, record.top == record.bottom else { return false }
                guard record.subjects(in: subjects).isEmpty else { return false }
            }
            return true
        }
        #expect(isRight)
    }

    @Test func contextFrameHasNoSubjectAndCountsForNoDepth() throws {
        let isRight = try onFreshThread { record in
            Self.enter(record, 0x10)
            record.enterContext(0x2000)
            defer {
                record.leaveContext()
                record.leave()
            }
            return record.top.context == 0x2000 && record.top.subject == 0 && record.nesting == 1
        }
        #expect(isRight)
    }

    @Test func readIsAnnouncedUntilItsEnd() throws {
        let announced = try onFreshThread { record -> [Bool] in
            record.beginReading()
            let first = record.announced
            record.endReading()
            let between = record.announced
            record.beginReading()
            let second = record.announced
            record.endReading()
            // Odd: no number of a read is 0, also after an overflow.
            return [first % 2 == 1, between == 0, second % 2 == 1, first != second]
        }
        #expect(announced == [true, true, true, true])
    }
}

extension ThreadRecord {
    /// The number that distinguishes records in a test.
    fileprivate var address: UInt { UInt(bitPattern: storage) }
}
