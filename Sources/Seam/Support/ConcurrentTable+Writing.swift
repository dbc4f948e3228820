internal import Synchronization

/// Changes of a table: by one thread at a time, under the lock of its owner, while others read.
extension ConcurrentTable {
    /// Stores `object` under `tag`, in place of an object of that tag which `matches` accepts.
    ///
    /// - Returns: The replaced object, for ``Reclamation`` to release; `nil` if there was none.
    /// - Complexity: O(1) on average, amortized.
    func insert(
        _ object: Object,
        tag: TableTag,
        replacing matches: (Borrowed<Object>) -> Bool
    ) -> Object? {
        growIfNeeded()
        let value = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
        return unsafe put(value, tag, at: entry(for: tag, where: matches))
    }

    /// Marks a tag as absent, unless an object has it, so that later look-ups miss fast.
    ///
    /// An object with that tag replaces the mark. A change of the allocation drops the mark.
    func markAbsent(_ tag: TableTag) {
        growIfNeeded()
        let entry = unsafe entry(for: tag) { _ in true }
        guard unsafe entry.pointee.value.load(ordering: .relaxed) <= Self.absent else { return }
        _ = unsafe put(Self.absent, tag, at: entry)
    }

    /// The entry to write for a tag: that of an object which `matches` accepts, or else one that the tag has already,
    /// or else a free one.
    private func entry(for tag: TableTag, where matches: (Borrowed<Object>) -> Bool) -> Entries {
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag.word) & mask
        var vacant: Entries?
        while true {
            let entry = unsafe entries + Int(bitPattern: index + 1)
            let found = unsafe entry.pointee.tag.load(ordering: .relaxed)
            if found == 0 { return unsafe vacant ?? entry }
            if found == tag.word {
                if let present = unsafe Self.object(in: entry.pointee.value.load(ordering: .relaxed)) {
                    if matches(present) { return unsafe entry }
                } else {
                    unsafe vacant = unsafe vacant ?? entry
                }
            }
            index = (index + 1) & mask
        }
    }

    /// Writes a value into an entry.
    ///
    /// If the entry has no tag yet, the tag is written after the value: a reader that sees the tag sees the value.
    ///
    /// - Returns: The object that the entry had.
    private func put(_ value: UInt, _ tag: TableTag, at entry: Entries) -> Object? {
        guard unsafe entry.pointee.tag.load(ordering: .relaxed) == 0 else { return unsafe Self.exchange(entry, value) }
        unsafe entry.pointee.value.store(value, ordering: .sequentiallyConsistent)
        unsafe entry.pointee.tag.store(tag.word, ordering: .sequentiallyConsistent)
        tagCount.store(tagCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
        return nil
    }

    /// Unlinks the object that `matches` accepts, and returns it for ``Reclamation``.
    func remove(tag: TableTag, where matches: (Borrowed<Object>) -> Bool) -> Object? {
        let entry = unsafe entry(for: tag, where: matches)
        // Without an object, the entry is free or vacant, or has a mark of absence, which stays.
        guard unsafe Self.object(in: entry.pointee.value.load(ordering: .relaxed)) != nil else { return nil }
        return unsafe Self.exchange(entry, 0)
    }

    /// Calls `body` with every object, or with a number of them, in no particular order.
    func visit(atMost limit: Int = .max, _ body: (Borrowed<Object>) -> Void) {
        let entries = unsafe entries
        let count = unsafe entries.pointee.tag.load(ordering: .relaxed) + 1
        var visited = 0
        for index in 1...Int(bitPattern: count) {
            guard visited < limit else { return }
            if let object = unsafe Self.object(in: (entries + index).pointee.value.load(ordering: .relaxed)) {
                body(object)
                visited += 1
            }
        }
    }

    /// Hides the entries from lock-free readers, so that every request takes the slow path, or shows them again.
    func setHidden(_ isHidden: Bool) {
        let shown = unsafe isHidden ? TableEntry.hidden : UInt(bitPattern: entries)
        visible.store(shown, ordering: .sequentiallyConsistent)
    }

    /// Replaces the value of an entry, and returns the object that the table held there.
    private static func exchange(_ entry: Entries, _ value: UInt) -> Object? {
        let old = unsafe entry.pointee.value.exchange(value, ordering: .sequentiallyConsistent)
        return unsafe object(in: old)?.reference.takeRetainedValue()
    }
}

// MARK: - Memory

/// The memory of a table: a list of allocations, of which one is in use.
extension ConcurrentTable {
    var entries: Entries {
        unsafe Entries(bitPattern: actual.load(ordering: .sequentiallyConsistent)).unsafelyUnwrapped
    }

    /// Changes the allocation if more than half of its entries would have a tag; tags without an object are dropped.
    ///
    /// Marks of absence make a table grow only up to `capacityForMarks`. Every change of the allocation drops them.
    private func growIfNeeded() {
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

    /// Copies the objects of one allocation to another, which no reader sees yet.
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

    /// An empty allocation of equal size: the allocation that was in use before, or a new one.
    ///
    /// So there are never more than two allocations of one size.
    private func vacantTwin(of old: Entries) -> Entries {
        let capacity = unsafe TableEntry.capacity(of: old)
        guard let twin = unsafe TableEntry.predecessor(of: old), unsafe TableEntry.capacity(of: twin) == capacity else {
            return unsafe makeSuccessor(of: old, capacity: capacity)
        }
        // After this no reader follows the twin's values any more. Readers of its tags and marks compare `reuses`.
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

/// One entry of a ``ConcurrentTable``: a tag, and the address of an object.
///
/// The first entry of an allocation is its header: the tag is the mask of the indices, and the value is the address of
/// the allocation that was in use before.
struct TableEntry: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<TableEntry>

    let tag: Atomic<UInt>
    let value = Atomic<UInt>(0)

    private init(tag: UInt = 0) { self.tag = Atomic(tag) }
}

extension TableEntry {
    /// The allocation that readers of a hidden table probe: a single, empty entry.
    static let hidden = unsafe UInt(bitPattern: allocate(capacity: 1))

    /// Makes an allocation of empty entries.
    static func allocate(capacity: Int) -> Pointer {
        let entries = Pointer.allocate(capacity: capacity + 1)
        unsafe entries.initialize(to: TableEntry(tag: UInt(capacity - 1)))
        for index in 1...capacity { unsafe (entries + index).initialize(to: TableEntry()) }
        return unsafe entries
    }

    /// The allocation that was in use before this one.
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
