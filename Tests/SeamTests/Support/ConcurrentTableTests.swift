import Synchronization
import TestKit
import Testing

@testable import Seam

struct ConcurrentTableTests {
    private final class Item: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// A table of items by their numbers, with a tag of the caller's choice.
    private final class Table: Sendable {
        let table = ConcurrentTable<Item>()
        private let lock = Mutex(())

        private func matching(_ number: Int) -> (Borrowed<Item>) -> Bool {
            { $0.use { $0.number == number } }
        }

        /// The number that was replaced, if there was one.
        @discardableResult
        func insert(_ item: Item, tag: UInt) -> Bool {
            let replaced = lock.withLock { _ in
                table.insert(item, tag: TableTag(word: tag), replacing: matching(item.number))
            }
            if let replaced { Reclamation.reclaim([replaced]) }
            return replaced != nil
        }

        @discardableResult
        func remove(_ number: Int, tag: UInt) -> Bool {
            let removed = lock.withLock { _ in table.remove(tag: TableTag(word: tag), where: matching(number)) }
            if let removed { Reclamation.reclaim([removed]) }
            return removed != nil
        }

        func find(_ number: Int, tag: UInt) -> Item? {
            let record = ThreadLocal.record
            record.beginReading()
            defer { record.endReading() }
            return table.find(TableTag(word: tag), where: matching(number))?.retained()
        }

        var count: Int {
            lock.withLock { _ in
                var count = 0
                table.visit({ _ in count += 1 })
                return count
            }
        }
    }

    private let table = Table()

    @Test func tableFindsInsertedItems() {
        let item = Item(1)
        #expect(!table.insert(item, tag: 8))
        #expect(table.find(1, tag: 8) === item)
        #expect(table.find(2, tag: 8) == nil)
        #expect(table.find(1, tag: 9) == nil)
    }

    @Test func tableReplacesMatchingItems() {
        let item = Item(1)
        table.insert(Item(1), tag: 8)
        #expect(table.insert(item, tag: 8))
        #expect(table.find(1, tag: 8) === item)
        #expect(table.count == 1)
    }

    @Test func severalItemsMayShareATag() {
        let items = (0..<40).map(Item.init)
        for item in items { table.insert(item, tag: 8) }
        #expect(items.allSatisfy { table.find($0.number, tag: 8) === $0 })
        #expect(table.remove(20, tag: 8))
        #expect(table.find(20, tag: 8) == nil)
        #expect(table.find(39, tag: 8) === items[39])
        #expect(table.count == 39)
    }

    @Test func removedItemCanBeInsertedAgain() {
        for _ in 0..<100 {
            let item = Item(1)
            table.insert(item, tag: 8)
            #expect(table.find(1, tag: 8) === item)
            #expect(table.remove(1, tag: 8))
            #expect(!table.remove(1, tag: 8))
            #expect(table.find(1, tag: 8) == nil)
        }
        #expect(table.count == 0)
    }

    @Test func reinsertionBehindAVacantPlaceMakesNoSecondEntry() {
        table.insert(Item(1), tag: 8)
        table.insert(Item(2), tag: 8)
        table.remove(1, tag: 8)
        let again = Item(2)
        #expect(table.insert(again, tag: 8))
        #expect(table.find(2, tag: 8) === again)
        #expect(table.count == 1)
    }

    @Test(arguments: [1, 7, 8, 9, 100, 5_000])
    func tableGrowsAndKeepsEverything(count: Int) {
        let items = (0..<count).map(Item.init)
        for item in items { table.insert(item, tag: UInt(item.number + 1) * 16) }
        #expect(items.allSatisfy { table.find($0.number, tag: UInt($0.number + 1) * 16) === $0 })
        #expect(table.count == count)
    }

    @Test func changingKeysForeverDoesNotFillTheTable() {
        for number in 0..<20_000 {
            table.insert(Item(number), tag: UInt(number + 1) * 16)
            table.remove(number, tag: UInt(number + 1) * 16)
        }
        #expect(table.count == 0)
        table.insert(Item(1), tag: 16)
        #expect(table.find(1, tag: 16)?.number == 1)
    }

    @Test func hiddenTableLooksEmptyToReaders() {
        table.insert(Item(1), tag: 8)
        table.table.setHidden(true)
        #expect(table.find(1, tag: 8) == nil)
        for number in 2..<50 { table.insert(Item(number), tag: UInt(number) * 8) }
        #expect(table.find(2, tag: 16) == nil)
        table.table.setHidden(false)
        #expect(table.find(1, tag: 8)?.number == 1)
        #expect(table.find(49, tag: 392)?.number == 49)
    }

    @Test func tableReleasesItsItemsAtItsEnd() {
        let dead = Counter()
        do {
            let table = ConcurrentTable<DeinitAction>()
            for tag in 1...100 {
                _ = table.insert(
                    DeinitAction { dead.increment() },
                    tag: TableTag(word: UInt(tag)),
                    replacing: { _ in false }
                )
            }
            #expect(dead.count == 0)
            withExtendedLifetime(dead) {}
        }
        #expect(dead.count == 100)
    }

    @Test(.timeLimit(.minutes(15)))
    func readersSeeEveryItemThatStays() throws {
        let table = table
        let stable = (0..<32).map(Item.init)
        for item in stable { table.insert(item, tag: UInt(item.number + 1) * 16) }
        let misses = try ThreadGroup.run(4) { thread in
            guard thread > 0 else {
                for number in 1_000..<6_000 {
                    table.insert(Item(number), tag: UInt(number) * 16)
                    table.insert(Item(number), tag: UInt(number) * 16)
                    if number.isMultiple(of: 3) { table.remove(number, tag: UInt(number) * 16) }
                }
                return 0
            }
            var misses = 0
            for round in 0..<10_000 {
                let item = stable[round % stable.count]
                if table.find(item.number, tag: UInt(item.number + 1) * 16) !== item { misses += 1 }
                let number = 1_000 + round % 5_000
                if let found = table.find(number, tag: UInt(number) * 16), found.number != number { misses += 1 }
            }
            return misses
        }
        #expect(misses == [0, 0, 0, 0])
    }
}
