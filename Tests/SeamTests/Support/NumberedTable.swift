import Synchronization

@testable import Seam

/// A table of numbers under tags of the caller's choice, with a view of its memory.
final class NumberedTable: Sendable {
    /// The object for a number.
    final class Item: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    let table = ConcurrentTable<Item>()
    private let lock = Mutex(())

    private func matching(_ number: Int) -> (Borrowed<Item>) -> Bool {
        { $0.use { $0.number == number } }
    }

    func insert(_ number: Int, tag: UInt) {
        let replaced = lock.withLock { _ in
            table.insert(Item(number), tag: TableTag(word: tag), replacing: matching(number))
        }
        if let replaced { Reclamation.reclaim([replaced]) }
    }

    func remove(_ number: Int, tag: UInt) {
        let removed = lock.withLock { _ in table.remove(tag: TableTag(word: tag), where: matching(number)) }
        if let removed { Reclamation.reclaim([removed]) }
    }

    func markAbsent(_ tag: UInt) { lock.withLock { _ in table.markAbsent(TableTag(word: tag)) } }

    func isMarkedAbsent(_ tag: UInt) -> Bool { table.isMarkedAbsent(TableTag(word: tag)) }

    func lacks(_ tag: UInt) -> Bool { table.lacks(TableTag(word: tag)) }

    func contains(_ number: Int, tag: UInt) -> Bool {
        let record = ThreadLocal.record
        record.beginReading()
        defer { record.endReading() }
        return table.find(TableTag(word: tag), where: matching(number)) != nil
    }

    /// The number of places of the entries in use.
    var capacity: Int { capacities[0] }

    /// The numbers of places of the allocations, the one in use first.
    var capacities: [Int] {
        lock.withLock { _ in
            sequence(first: table.entries, next: TableEntry.predecessor).map(TableEntry.capacity)
        }
    }

    /// The number of times that entries were reused.
    var reuses: Int { table.reuses.load(ordering: .relaxed) }

    /// Inserts and removes items until the entries of the table have been replaced that many times.
    func rehash(_ times: Int, from first: Int = 1_000_000) {
        var number = first
        for _ in 0..<times {
            let before = lock.withLock { _ in table.entries }
            while lock.withLock({ _ in table.entries == before }) {
                insert(number, tag: UInt(number) * 16)
                remove(number, tag: UInt(number) * 16)
                number += 1
            }
        }
    }

    /// Tags whose probing begins at the same place in any table of `capacity` places.
    static func collidingTags(_ count: Int, capacity: Int) -> [UInt] {
        let mask = UInt(capacity - 1)
        return Array(
            (1...).lazy.map { UInt($0) * 8 }.filter { ConcurrentTable<Item>.hash($0) & mask == 5 }.prefix(count)
        )
    }
}
