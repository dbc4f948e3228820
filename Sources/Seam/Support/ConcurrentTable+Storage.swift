public import Synchronization

/// The memory of a table: allocations that follow each other, each with its entries.
extension ConcurrentTable {
    var entries: Entries {
        unsafe Entries(bitPattern: actual.load(ordering: .sequentiallyConsistent)).unsafelyUnwrapped
    }

    /// Takes more entries before more than half of them have a tag; tags without an object are left behind.
    ///
    /// Marks of absence alone make a table grow, but not to more than `capacityForMarks`.
    func growIfNeeded() {
        let capacity = unsafe TableEntry.capacity(of: entries)
        guard (tagCount.load(ordering: .relaxed) + 1) * 2 > capacity else { return }
        let old = unsafe entries
        var live = 0
        var marks = 0
        for index in 1...capacity {
            switch unsafe (old + index).pointee.value.load(ordering: .relaxed) {
            case 0: break
            case Self.absent: marks += 1
            default: live += 1
            }
        }
        let wanted = capacity < Self.capacityForMarks ? live + marks : live
        let new =
            unsafe (wanted + 1) * 4 > capacity ? makeSuccessor(of: old, capacity: capacity * 2) : vacantTwin(of: old)
        unsafe Self.copyObjects(from: old, to: new)
        tagCount.store(live, ordering: .relaxed)
        let isHidden = visible.load(ordering: .relaxed) == TableEntry.hidden
        actual.store(UInt(bitPattern: new), ordering: .sequentiallyConsistent)
        if !isHidden { visible.store(UInt(bitPattern: new), ordering: .sequentiallyConsistent) }
    }

    /// Files the objects of one allocation in another, which nobody reads yet.
    private static func copyObjects(from old: Entries, to new: Entries) {
        let mask = unsafe new.pointee.tag.load(ordering: .relaxed)
        for index in unsafe 1...TableEntry.capacity(of: old) {
            let value = unsafe (old + index).pointee.value.load(ordering: .relaxed)
            guard value > absent else { continue }
            let tag = unsafe (old + index).pointee.tag.load(ordering: .relaxed)
            var place = hash(tag) & mask
            while unsafe (new + Int(bitPattern: place + 1)).pointee.tag.load(ordering: .relaxed) != 0 {
                place = (place + 1) & mask
            }
            unsafe (new + Int(bitPattern: place + 1)).pointee.value.store(value, ordering: .relaxed)
            unsafe (new + Int(bitPattern: place + 1)).pointee.tag.store(tag, ordering: .releasing)
        }
    }

    private func makeSuccessor(of old: Entries, capacity: Int) -> Entries {
        let new = unsafe TableEntry.allocate(capacity: capacity)
        unsafe new.pointee.value.store(UInt(bitPattern: old), ordering: .relaxed)
        return unsafe new
    }

    /// As many empty entries: those that were in use before these, or new ones.
    ///
    /// So there are never more than two allocations of one size.
    private func vacantTwin(of old: Entries) -> Entries {
        let capacity = unsafe TableEntry.capacity(of: old)
        guard let twin = unsafe TableEntry.predecessor(of: old), unsafe TableEntry.capacity(of: twin) == capacity else {
            return unsafe makeSuccessor(of: old, capacity: capacity)
        }
        // After this nobody follows the twin's values any more; who reads its tags and marks is told by the count.
        Reclamation.waitForReaders()
        reuses.store(reuses.load(ordering: .relaxed) + 1, ordering: .sequentiallyConsistent)
        for index in 1...capacity {
            unsafe (twin + index).pointee.tag.store(0, ordering: .releasing)
            unsafe (twin + index).pointee.value.store(0, ordering: .releasing)
        }
        unsafe old.pointee.value.store(twin.pointee.value.load(ordering: .relaxed), ordering: .relaxed)
        unsafe twin.pointee.value.store(UInt(bitPattern: old), ordering: .relaxed)
        return unsafe twin
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
    static let hidden = unsafe UInt(bitPattern: allocate(capacity: 1))

    /// An allocation of empty places.
    static func allocate(capacity: Int) -> Pointer {
        let entries = Pointer.allocate(capacity: capacity + 1)
        unsafe entries.initialize(to: TableEntry(tag: UInt(capacity - 1)))
        for index in 1...capacity { unsafe (entries + index).initialize(to: TableEntry()) }
        return unsafe entries
    }

    /// The entries that were in use before these.
    static func predecessor(of entries: Pointer) -> Pointer? {
        unsafe Pointer(bitPattern: entries.pointee.value.load(ordering: .relaxed))
    }

    static func free(_ entries: Pointer) {
        unsafe entries.deinitialize(count: capacity(of: entries) + 1).deallocate()
    }

    static func capacity(of entries: Pointer) -> Int {
        unsafe Int(bitPattern: entries.pointee.tag.load(ordering: .relaxed)) + 1
    }
}
