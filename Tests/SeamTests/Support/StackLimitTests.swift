import TestKit
import Testing

@testable import Seam

/// A thread's stack and its unused rest; a sanitizer's code has a stack of its own.
@Suite(.enabled(if: !Sanitizer.isActive))
struct StackLimitTests {
    /// The lowest address that was reached, and the number of calls until no stack was left.
    private struct Descent: Sendable {
        var calls = 0
        var top: UInt = 0
        var bottom: UInt = 0
    }

    /// Calls itself, with a kilobyte each time, until no stack is left.
    @inline(never)
    private static func descend(_ descent: inout Descent, atMost limit: Int) {
        withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { room in
            room[0] = UInt8(truncatingIfNeeded: descent.calls)
            let position = UInt(bitPattern: room.baseAddress)
            if descent.top == 0 { descent.top = position }
            descent.bottom = position
            guard ThreadLocal.record.hasStackLeft, descent.calls < limit else { return }
            descent.calls += 1
            descend(&descent, atMost: limit)
            room[1] = room[0]
        }
    }

    private static func descent(onStackOf size: Int) -> Descent? {
        JoinedThread.value(stackSize: size) {
            var descent = Descent()
            descend(&descent, atMost: size)
            return descent
        }
    }

    @Test func freshThreadHasStackLeft() {
        #expect(JoinedThread.value(stackSize: 512 << 10) { ThreadLocal.record.hasStackLeft } == true)
    }

    @Test(arguments: [512 << 10, 1 << 20, 8 << 20])
    func stackIsUsedUpToTheReserve(size: Int) throws {
        let descent = try #require(Self.descent(onStackOf: size))
        let used = Int(descent.top - descent.bottom)
        #expect(descent.calls > 100)
        #expect(used < size - Int(ThreadRecord.reserve) + 4_096)
        #expect(used > size - Int(ThreadRecord.reserve) - 64 << 10)
    }

    @Test func threadHasStackLeftAgainAfterADeepCall() {
        let isLeft = JoinedThread.value(stackSize: 512 << 10) {
            var descent = Descent()
            Self.descend(&descent, atMost: 1 << 20)
            return ThreadLocal.record.hasStackLeft
        }
        #expect(isLeft == true)
    }

    @Test func limitIsMeasuredOnce() {
        let limits = JoinedThread.value(stackSize: 512 << 10) {
            let record = ThreadLocal.record
            let before = record.stackLimit
            _ = record.hasStackLeft
            let first = record.stackLimit
            _ = record.hasStackLeft
            return [before == .max, first != .max, record.stackLimit == first]
        }
        #expect(limits == [true, true, true])
    }

    @Test func requestNearTheEndOfTheStackFails() {
        let code = JoinedThread.value(stackSize: 512 << 10) { () -> ResolutionError.Code? in
            let container = Container()
            container.register { 1 }
            return Self.codeAtTheEnd(of: container, calls: 0)
        }
        #expect(code == .tooDeep)
    }

    /// The code of the error of a request that is made with no stack left.
    @inline(never)
    private static func codeAtTheEnd(of container: Container, calls: Int) -> ResolutionError.Code? {
        withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { room in
            room[0] = UInt8(truncatingIfNeeded: calls)
            guard ThreadLocal.record.hasStackLeft, calls < 1 << 20 else {
                do throws(ResolutionError) { _ = try container.tryResolve(Int.self) } catch { return error.code }
                return nil
            }
            return codeAtTheEnd(of: container, calls: calls + 1)
        }
    }

    @Test func codeOnAnotherStackIsNeverStopped() {
        let isLeft = JoinedThread.value { ThreadLocal.record.measuresStack(at: 0x1000) }
        #expect(isLeft == true)
    }

    #if os(Linux) && canImport(Glibc)
    /// The stack that follows from the limit is the one that the thread library finds in the list of mappings.
    @Test @MainActor func stackOfTheMainThreadFollowsFromItsLimit() throws {
        let known = try #require(ThreadRecord.mainStack)
        let measured = try #require(ThreadRecord.measuredStack)
        // The thread library rounds to pages, and leaves some beyond the path of the program.
        #expect(abs(Int(known.lowerBound) - Int(measured.lowerBound)) < 8_192)
        #expect(abs(Int(known.upperBound) - Int(measured.upperBound)) < 8_192)
    }

    @Test func stackOfTheMainThreadIsNoOtherThreadsStack() throws {
        let known = try #require(ThreadRecord.mainStack)
        let measured = try #require(JoinedThread.value { ThreadRecord.measuredStack } ?? nil)
        #expect(!known.overlaps(measured))
    }
    #endif
}
