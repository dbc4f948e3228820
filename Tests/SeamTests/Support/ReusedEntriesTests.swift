import Synchronization
import TestKit
import Testing

@testable import Seam

/// The entries that a table has left behind are reused.
struct ReusedEntriesTests {
    private let table = NumberedTable()

    @Test(arguments: [0, 1, 3, 10, 100])
    func itemsThatStayAreFoundWhileOthersChange(count: Int) {
        for number in 0..<count { table.insert(number, tag: UInt(number + 1) * 8) }
        for round in 0..<20 {
            table.rehash(1, from: 1_000_000 * (round + 1))
            #expect((0..<count).allSatisfy { table.contains($0, tag: UInt($0 + 1) * 8) })
        }
    }

    @Test func removedItemsAreNotFoundAgain() {
        for number in 0..<3 { table.insert(number, tag: UInt(number + 1) * 8) }
        table.rehash(2)
        for number in 0..<3 { table.remove(number, tag: UInt(number + 1) * 8) }
        for round in 0..<6 {
            #expect(!(0..<3).contains { table.contains($0, tag: UInt($0 + 1) * 8) })
            table.rehash(1, from: 1_000_000 * (round + 1))
        }
    }

    @Test(arguments: [0, 3, 10, 50, 200])
    func manyChangesTakeNoMoreThanTwoAllocationsOfASize(count: Int) {
        for number in 0..<count { table.insert(number, tag: UInt(number + 1) * 8) }
        table.rehash(2)
        let settled = table.capacities
        let reuses = table.reuses
        table.rehash(40, from: 2_000_000)
        #expect(table.capacities.sorted() == settled.sorted())
        #expect(table.reuses == reuses + 40)
        for size in Set(settled) { #expect(settled.filter { $0 == size }.count <= 2) }
    }

    @Test func growthAfterAChangeKeepsEveryAllocationForTheEnd() {
        for power in 0..<6 {
            table.rehash(3, from: 1_000_000 * (power + 1))
            for number in 0..<(16 << power) { table.insert(number, tag: UInt(number + 1) * 8) }
        }
        let counts = Dictionary(grouping: table.capacities, by: { $0 }).mapValues(\.count)
        #expect(counts.values.allSatisfy { $0 <= 2 })
        #expect(counts.count >= 6)
        #expect((0..<512).allSatisfy { table.contains($0, tag: UInt($0 + 1) * 8) })
    }

    @Test func itemsAreReleasedOnceAfterChangesOfTheEntries() {
        let dead = Counter()
        do {
            let table = ConcurrentTable<DeinitAction>()
            var tag: UInt = 8
            for number in 0..<500 {
                let dying = DeinitAction { dead.increment() }
                _ = table.insert(dying, tag: TableTag(word: tag), replacing: { _ in false })
                if !number.isMultiple(of: 100) { _ = table.remove(tag: TableTag(word: tag), where: { _ in true }) }
                tag += 8
            }
            #expect(dead.count == 495)
        }
        #expect(dead.count == 500)
    }

    /// A writer replaces a mark by each number, publishes the number, and keeps the last few.
    @Test(.timeLimit(.minutes(15)))
    func readersNeverSeeAMarkForAPublishedItem() throws {
        let (table, published) = (table, Published())
        let last = 6_000
        table.insert(-1, tag: 8)
        let wrong = try ThreadGroup.run(4) { thread -> Int in
            guard thread > 0 else {
                for number in 1...last {
                    table.markAbsent(UInt(number) * 16)
                    table.insert(number, tag: UInt(number) * 16)
                    published.number = number
                    if number > 4 { table.remove(number - 4, tag: UInt(number - 4) * 16) }
                }
                return 0
            }
            var wrong = 0
            while published.number < last {
                let number = published.number
                if number.isMultiple(of: 100) { CurrentThread.yield() }
                if number > 0, table.isMarkedAbsent(UInt(number) * 16) { wrong += 1 }
                if table.isMarkedAbsent(8) || table.lacks(8) || !table.contains(-1, tag: 8) { wrong += 1 }
            }
            return wrong
        }
        #expect(wrong == [0, 0, 0, 0])
        #expect(table.reuses > 100)
    }
}

/// A number that one thread sets and others read.
private final class Published: Sendable {
    private let content = Atomic<Int>(0)

    var number: Int {
        get { content.load(ordering: .acquiring) }
        set { content.store(newValue, ordering: .releasing) }
    }
}
