import Testing

@testable import Seam

/// Marks of absence in a table.
struct AbsenceMarkTests {
    private let table = NumberedTable()

    @Test func markIsThereAfterItWasMade() {
        #expect(!table.isMarkedAbsent(8))
        table.markAbsent(8)
        #expect(table.isMarkedAbsent(8))
        #expect(!table.isMarkedAbsent(16))
        #expect(!table.contains(1, tag: 8))
    }

    @Test func markIsReplacedByALaterItem() {
        table.markAbsent(8)
        table.insert(1, tag: 8)
        #expect(!table.isMarkedAbsent(8))
        #expect(table.contains(1, tag: 8))
    }

    @Test func markIsRefusedIfTheTagHasAnItem() {
        table.insert(1, tag: 8)
        table.markAbsent(8)
        #expect(!table.isMarkedAbsent(8))
        #expect(table.contains(1, tag: 8))
    }

    @Test func markDoesNotComeBackByARemoval() {
        table.markAbsent(8)
        table.insert(1, tag: 8)
        table.remove(1, tag: 8)
        #expect(!table.isMarkedAbsent(8))
        #expect(!table.contains(1, tag: 8))
    }

    @Test func markCanBeMadeAgainAfterARemoval() {
        for number in 0..<100 {
            table.markAbsent(8)
            #expect(table.isMarkedAbsent(8))
            table.insert(number, tag: 8)
            #expect(!table.isMarkedAbsent(8))
            table.remove(number, tag: 8)
        }
        #expect(table.capacities == [16])
    }

    @Test func markThatIsMadeTwiceTakesOnePlace() {
        for _ in 0..<1_000 { table.markAbsent(8) }
        #expect(table.isMarkedAbsent(8))
        #expect(table.capacities == [16])
    }

    @Test func markIsNoObject() {
        table.markAbsent(8)
        var visited = 0
        table.table.visit { _ in visited += 1 }
        #expect(visited == 0)
        table.remove(1, tag: 8)
        #expect(table.isMarkedAbsent(8))
    }

    @Test func markIsFoundBehindCollidingTags() {
        let tags = NumberedTable.collidingTags(7, capacity: 16)
        for tag in tags[..<3] { table.insert(1, tag: tag) }
        for tag in tags[3...] { table.markAbsent(tag) }
        #expect(tags.map { table.isMarkedAbsent($0) } == [false, false, false, true, true, true, true])
        #expect(tags.map { table.contains(1, tag: $0) } == [true, true, true, false, false, false, false])
    }

    @Test func markDoesNotHideACollidingItem() {
        let tags = NumberedTable.collidingTags(7, capacity: 16)
        for tag in tags[..<3] { table.markAbsent(tag) }
        for tag in tags[3...] { table.insert(1, tag: tag) }
        #expect(tags.map { table.contains(1, tag: $0) } == [false, false, false, true, true, true, true])
        table.insert(1, tag: tags[1])
        #expect(tags.map { table.isMarkedAbsent($0) } == [true, false, true, false, false, false, false])
        table.remove(1, tag: tags[4])
        #expect(tags.map { table.contains(1, tag: $0) } == [false, true, false, true, false, true, true])
    }

    @Test func markIsRefusedIfAnItemOfTheTagIsBehindAVacantPlace() {
        table.insert(1, tag: 8)
        table.insert(2, tag: 8)
        table.remove(1, tag: 8)
        table.markAbsent(8)
        #expect(!table.isMarkedAbsent(8))
        #expect(table.contains(2, tag: 8))
        table.remove(2, tag: 8)
        table.markAbsent(8)
        #expect(table.isMarkedAbsent(8))
    }

    @Test func markIsDroppedWhenTheTableGrows() {
        table.markAbsent(8)
        for number in 1...100 { table.insert(number, tag: UInt(number) * 16) }
        #expect(table.capacity > 16)
        #expect(!table.isMarkedAbsent(8))
        #expect((1...100).allSatisfy { table.contains($0, tag: UInt($0) * 16) })
    }

    @Test func markIsDroppedWhenTheEntriesAreReplaced() {
        table.markAbsent(8)
        table.rehash(1)
        #expect(!table.isMarkedAbsent(8))
        table.markAbsent(8)
        #expect(table.isMarkedAbsent(8))
    }

    @Test(arguments: [1, 6, 20, 100, 250]) func fewHundredMarksAreFoundSideBySide(count: Int) {
        let tags = (1...count).map { UInt($0) * 16 }
        for _ in 0..<12 {
            for tag in tags where !table.isMarkedAbsent(tag) { table.markAbsent(tag) }
        }
        #expect(tags.allSatisfy { table.isMarkedAbsent($0) })
    }

    @Test func marksAloneMakeTheTableGrowOnlySoFar() {
        table.insert(1, tag: 8)
        for tag in 1...50_000 {
            table.markAbsent(UInt(tag) * 16)
            #expect(table.isMarkedAbsent(UInt(tag) * 16))
        }
        #expect(table.contains(1, tag: 8))
        #expect(table.capacity == 1024)
    }

    @Test func markIsNotSeenWhileTheTableIsHidden() {
        table.markAbsent(8)
        table.table.setHidden(true)
        #expect(!table.isMarkedAbsent(8))
        table.insert(1, tag: 8)
        table.markAbsent(24)
        table.table.setHidden(false)
        #expect(!table.isMarkedAbsent(8))
        #expect(table.isMarkedAbsent(24))
        #expect(table.contains(1, tag: 8))
    }

    @Test func tagIsLackedUntilAnItemHasIt() {
        #expect(table.lacks(8))
        table.markAbsent(8)
        #expect(table.lacks(8))
        table.insert(1, tag: 8)
        table.insert(2, tag: 8)
        #expect(!table.lacks(8))
        table.remove(1, tag: 8)
        #expect(!table.lacks(8))
        table.remove(2, tag: 8)
        #expect(table.lacks(8))
    }

    @Test func tagBehindCollidingOnesIsNotLacked() {
        let tags = NumberedTable.collidingTags(7, capacity: 16)
        for tag in tags[..<3] { table.markAbsent(tag) }
        for tag in tags[3..<6] { table.insert(1, tag: tag) }
        #expect(tags.map { table.lacks($0) } == [true, true, true, false, false, false, true])
    }

    @Test func nothingIsLackedWhileTheTableIsHidden() {
        table.table.setHidden(true)
        #expect(!table.lacks(8))
        table.table.setHidden(false)
        #expect(table.lacks(8))
    }
}
