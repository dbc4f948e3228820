import Foundation
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
        let isLeft = JoinedThread.value { ThreadLocal.record.hasRoom(at: 0x1000) }
        #expect(isLeft == true)
    }

    #if canImport(Glibc)
    /// The list of mappings names the main thread's stack, as far as it is in use: it ends where the stack ends.
    @Test func stackOfTheMainThreadEndsWhereItsMappingEnds() throws {
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        let mappings = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
        let mapping = try #require(mappings.first { $0.hasSuffix("[stack]") })
        let addresses = mapping.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
        let stack = try #require(ThreadRecord.mainStack)
        // The path of the program stands before the end.
        #expect((0..<8_192).contains(Int(addresses[1]) - Int(stack.upperBound)))
        #expect(stack.lowerBound < addresses[0])
    }

    @Test func stackOfTheMainThreadIsNoOtherThreadsStack() throws {
        let known = try #require(ThreadRecord.mainStack)
        let measured = try #require(JoinedThread.value { ThreadRecord.measuredStack } ?? nil)
        #expect(!known.overlaps(measured))
    }
    #endif
}
