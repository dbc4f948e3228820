import Synchronization
import Testing

@testable import Seam

struct ThreadRecordTests {
    private static var context: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 0x1000).unsafelyUnwrapped }

    /// Calls `body` on a thread of its own, whose record nobody else uses.
    private func onFreshThread<Value: Sendable>(
        _ body: @escaping @Sendable (ThreadRecord.Pointer) -> Value
    ) throws -> Value {
        try WorkerThread { body(ThreadLocal.record) }.value()
    }

    private static func enter(_ record: ThreadRecord.Pointer, _ subject: UInt) {
        record.enter(subject: subject, context: context, arguments: nil, attachment: nil)
    }

    @Test func threadKeepsItsRecord() throws {
        #expect(try onFreshThread { $0 == ThreadLocal.record })
    }

    @Test func livingThreadsHaveRecordsOfTheirOwn() throws {
        let muster = ThreadMuster(size: 8)
        let records = try ThreadCrew.run(8) { _ in
            defer { muster.arrive() }
            return UInt(bitPattern: ThreadLocal.record)
        }
        #expect(Set(records).count == 8)
    }

    @Test func recordsOfEndedThreadsAreUsedAgain() throws {
        func count() -> Int {
            var count = 0
            var record = ThreadLocal.newest
            while let current = record {
                count += 1
                record = current.pointee.successor
            }
            return count
        }
        _ = try onFreshThread { _ in 0 }
        // Tests that run beside this one may need more records than ever before, but not time and again.
        let isReusing = try (0..<5)
            .contains { _ in
                let before = count()
                for _ in 0..<200 { _ = try onFreshThread { _ in 0 } }
                return count() < before + 150
            }
        #expect(isReusing)
    }

    @Test func freshRecordHasNoFrame() throws {
        let isFresh = try onFreshThread { record in
            record.pointee.top == record.pointee.bottom && record.pointee.depth == 0
                && record.pointee.sessionObject == nil && record.pointee.announced.load(ordering: .relaxed) == 0
        }
        #expect(isFresh)
    }

    @Test func innermostFrameOfASubjectIsFound() throws {
        let found = try onFreshThread { record -> [Bool] in
            var found: [Bool] = [record.frame(of: 0x10) == nil]
            Self.enter(record, 0x10)
            let outer = record.pointee.top
            Self.enter(record, 0x20)
            Self.enter(record, 0x10)
            found.append(record.frame(of: 0x10) == record.pointee.top)
            record.leave()
            found.append(record.frame(of: 0x10) == outer)
            found.append(record.frame(of: 0x20) == record.pointee.top)
            record.leave()
            record.leave()
            found.append(record.frame(of: 0x10) == nil && record.frame(of: 0x20) == nil)
            return found
        }
        #expect(found == [true, true, true, true, true])
    }

    @Test func framesOfOneBucketAreToldApart() throws {
        let subjects = Array((UInt(1)...4_000).map { $0 * 16 }.filter { ThreadRecord.bucket(of: $0) == 3 }.prefix(8))
        try #require(subjects.count == 8)
        let found = try onFreshThread { record in
            for subject in subjects { Self.enter(record, subject) }
            let found = subjects.allSatisfy { subject in
                record.frame(of: subject)?.pointee.subject.load(ordering: .relaxed) == subject
            }
            for _ in subjects { record.leave() }
            return found && subjects.allSatisfy { record.frame(of: $0) == nil }
        }
        #expect(found)
    }

    @Test(arguments: [1, 31, 32, 33, 64, 1_000])
    func holdsAnyNumberOfFrames(depth: Int) throws {
        let isRight = try onFreshThread { record in
            for _ in 0..<2 {
                for number in 1...depth { Self.enter(record, UInt(number) * 16) }
                guard record.pointee.depth == depth, record.secures(16),
                    record.secures(UInt(depth) * 16)
                else { return false }
                for _ in 0..<depth { record.leave() }
                guard record.pointee.depth == 0, record.pointee.top == record.pointee.bottom else { return false }
                guard !record.secures(16), !record.secures(UInt(depth) * 16) else { return false }
            }
            return true
        }
        #expect(isRight)
    }

    @Test func contextFrameHasNoSubjectAndCountsForNoDepth() throws {
        let isRight = try onFreshThread { record in
            let other = UnsafeRawPointer(bitPattern: 0x2000).unsafelyUnwrapped
            Self.enter(record, 0x10)
            record.enter(context: other)
            defer {
                record.leaveContext()
                record.leave()
            }
            return record.pointee.top.pointee.context == other && record.pointee.depth == 1
                && record.pointee.top.pointee.subject.load(ordering: .relaxed) == 0
        }
        #expect(isRight)
    }

    @Test func readIsAnnouncedUntilItsEnd() throws {
        let announced = try onFreshThread { record -> [Bool] in
            record.beginReading()
            let first = record.pointee.announced.load(ordering: .relaxed)
            record.endReading()
            let between = record.pointee.announced.load(ordering: .relaxed)
            record.beginReading()
            let second = record.pointee.announced.load(ordering: .relaxed)
            record.endReading()
            return [first != 0, between == 0, second != 0, first != second]
        }
        #expect(announced == [true, true, true, true])
    }
}
