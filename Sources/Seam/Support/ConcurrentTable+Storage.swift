public import Synchronization

/// The memory of a table: allocations that follow each other, each with its entries.
extension ConcurrentTable {
    var entries: Entries {
        Entries(bitPattern: actual.load(ordering: .sequentiallyConsistent)).unsafelyUnwrapped
    }

    /// Takes more entries before more than half of them have a tag; tags without an object are left behind.
    ///
    /// Marks of absence alone make a table grow, but not to more than `capacityForMarks`.
    func growIfNeeded() {
        let capacity = TableEntry.capacity(of: entries)
        guard (tagCount.load(ordering: .relaxed) + 1) * 2 > capacity else { return }
        let old = entries
        var live = 0
        var marks = 0
        for index in 1...capacity {
            switch (old + index).pointee.value.load(ordering: .relaxed) {
            case 0: break
            case Self.absent: marks += 1
            default: live += 1
            }
        }
        let wanted = capacity < Self.capacityForMarks ? live + marks : live
        let new = (wanted + 1) * 4 > capacity ? makeSuccessor(of: old, capacity: capacity * 2) : vacantTwin(of: old)
        Self.copyObjects(from: old, to: new)
        tagCount.store(live, ordering: .relaxed)
        let isHidden = visible.load(ordering: .relaxed) == TableEntry.hidden
        actual.store(UInt(bitPattern: new), ordering: .sequentiallyConsistent)
        if !isHidden { visible.store(UInt(bitPattern: new), ordering: .sequentiallyConsistent) }
    }

    /// Files the objects of one allocation in another, which nobody reads yet.
    private static func copyObjects(from old: Entries, to new: Entries) {
        let mask = new.pointee.tag.load(ordering: .relaxed)
        for index in 1...TableEntry.capacity(of: old) {
            let value = (old + index).pointee.value.load(ordering: .relaxed)
            guard value > absent else { continue }
            let tag = (old + index).pointee.tag.load(ordering: .relaxed)
            var place = hash(tag) & mask
            while (new + Int(bitPattern: place + 1)).pointee.tag.load(ordering: .relaxed) != 0 {
                place = (place + 1) & mask
            }
            (new + Int(bitPattern: place + 1)).pointee.value.store(value, ordering: .relaxed)
            (new + Int(bitPattern: place + 1)).pointee.tag.store(tag, ordering: .releasing)
        }
    }

    private func makeSuccessor(of old: Entries, capacity: Int) -> Entries {
        let new = TableEntry.allocate(capacity: capacity)
        new.pointee.value.store(UInt(bitPattern: old), ordering: .relaxed)
        return new
    }

    /// As many empty entries: those that were in use before these, or new ones.
    ///
    /// So there are never more than two allocations of one size.
    private func vacantTwin(of old: Entries) -> Entries {
        let capacity = TableEntry.capacity(of: old)
        guard let twin = TableEntry.predecessor(of: old), TableEntry.capacity(of: twin) == capacity else {
            return makeSuccessor(of: old, capacity: capacity)
        }
        // After this nobody follows the twin's values any more; who reads its tags and marks is told by the count.
        Reclamation.waitForReaders()
        reuses.store(reuses.load(ordering: .relaxed) + 1, ordering: .sequentiallyConsistent)
        for index in 1...capacity {
            (twin + index).pointee.tag.store(0, ordering: .releasing)
            (twin + index).pointee.value.store(0, ordering: .releasing)
        }
        old.pointee.value.store(twin.pointee.value.load(ordering: .relaxed), ordering: .relaxed)
        twin.pointee.value.store(UInt(bitPattern: old), ordering: .relaxed)
        return twin
    }

    private static var capacityForMarks: Int { 1024 }
}

/// One place of a ``ConcurrentTable``: a tag, and the address of an object.
///
/// The first entry of an allocation holds the mask as its tag, and as its value the allocation that was used before it.
@usableFromInline
struct TableEntry: ~Copyable {
    @usableFromInline typealias Pointer = UnsafeMutablePointer<TableEntry>

    @usableFromInline let tag: Atomic<UInt>
    @usableFromInline let value = Atomic<UInt>(0)

    private init(tag: UInt = 0) { self.tag = Atomic(tag) }
}

extension TableEntry {
    /// What the readers of a hidden table probe: one place, which is empty; no table has so few.
    static let hidden = UInt(bitPattern: allocate(capacity: 1))

    /// An allocation of empty places.
    static func allocate(capacity: Int) -> Pointer {
        let entries = Pointer.allocate(capacity: capacity + 1)
        entries.initialize(to: TableEntry(tag: UInt(capacity - 1)))
        for index in 1...capacity { (entries + index).initialize(to: TableEntry()) }
        return entries
    }

    /// The entries that were in use before these.
    static func predecessor(of entries: Pointer) -> Pointer? {
        Pointer(bitPattern: entries.pointee.value.load(ordering: .relaxed))
    }

    static func free(_ entries: Pointer) {
        entries.deinitialize(count: capacity(of: entries) + 1).deallocate()
    }

    static func capacity(of entries: Pointer) -> Int {
        Int(bitPattern: entries.pointee.tag.load(ordering: .relaxed)) + 1
    }
}
