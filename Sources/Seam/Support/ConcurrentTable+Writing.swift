internal import Synchronization

/// How a table changes: by one thread at a time, under the lock of its owner, while others read.
extension ConcurrentTable {
    /// Stores `object` under `tag`, in place of the one that `matches` accepts, which is returned for retirement.
    ///
    /// - Complexity: O(1) on average, amortized.
    func insert(
        _ object: Object,
        tag: UInt,
        replacing matches: (Borrowed<Object>) -> Bool
    ) -> Object? {
        growIfNeeded()
        let value = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag) & mask
        var vacant: Entries?
        while true {
            let entry = unsafe entries + Int(bitPattern: index + 1)
            let found = unsafe entry.pointee.tag.load(ordering: .relaxed)
            if found == 0 { break }
            if found == tag {
                guard let present = unsafe Self.object(in: entry.pointee.value.load(ordering: .relaxed)) else {
                    unsafe vacant = unsafe vacant ?? entry
                    index = (index + 1) & mask
                    continue
                }
                if matches(present) { return unsafe Self.exchange(entry, value) }
            }
            index = (index + 1) & mask
        }
        if let vacant = unsafe vacant { return unsafe Self.exchange(vacant, value) }
        let entry = unsafe entries + Int(bitPattern: index + 1)
        unsafe entry.pointee.value.store(value, ordering: .sequentiallyConsistent)
        unsafe entry.pointee.tag.store(tag, ordering: .sequentiallyConsistent)
        tagCount.store(tagCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
        return nil
    }

    /// Marks a tag, unless an object has it, so that the next who looks for it can be told so at once.
    ///
    /// The mark is gone when an object comes, and at the latest when the entries are changed for others.
    func markAbsent(_ tag: UInt) {
        growIfNeeded()
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag) & mask
        var vacant: Entries?
        while true {
            let entry = unsafe entries + Int(bitPattern: index + 1)
            let found = unsafe entry.pointee.tag.load(ordering: .relaxed)
            if found == 0 { break }
            if found == tag {
                guard unsafe entry.pointee.value.load(ordering: .relaxed) <= Self.absent else { return }
                unsafe vacant = unsafe vacant ?? entry
            }
            index = (index + 1) & mask
        }
        if let vacant = unsafe vacant { return unsafe vacant.pointee.value.store(Self.absent, ordering: .releasing) }
        let entry = unsafe entries + Int(bitPattern: index + 1)
        unsafe entry.pointee.value.store(Self.absent, ordering: .releasing)
        unsafe entry.pointee.tag.store(tag, ordering: .releasing)
        tagCount.store(tagCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
    }

    /// Unlinks the object that `matches` accepts, and returns it for retirement.
    func remove(tag: UInt, where matches: (Borrowed<Object>) -> Bool) -> Object? {
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag) & mask
        while true {
            let entry = unsafe entries + Int(bitPattern: index + 1)
            let found = unsafe entry.pointee.tag.load(ordering: .relaxed)
            if found == 0 { return nil }
            if found == tag,
                let object = unsafe Self.object(in: entry.pointee.value.load(ordering: .relaxed)), matches(object)
            {
                return unsafe Self.exchange(entry, 0)
            }
            index = (index + 1) & mask
        }
    }

    /// Calls `body` with every object, in no particular order.
    func visit(_ body: (Borrowed<Object>) -> Void) {
        let count = unsafe entries.pointee.tag.load(ordering: .relaxed) + 1
        for index in 1...Int(bitPattern: count) {
            if let object = unsafe Self.object(in: (entries + index).pointee.value.load(ordering: .relaxed)) {
                body(object)
            }
        }
    }

    /// Shows readers an empty table, so that every request takes the slow path, or the entries again.
    func setHidden(_ isHidden: Bool) {
        let shown = unsafe isHidden ? TableEntry.hidden : UInt(bitPattern: entries)
        visible.store(shown, ordering: .sequentiallyConsistent)
    }

    /// Puts another value into a place, and hands out the reference that was there.
    private static func exchange(_ entry: Entries, _ value: UInt) -> Object? {
        let old = unsafe entry.pointee.value.exchange(value, ordering: .sequentiallyConsistent)
        return unsafe object(in: old)?.reference.takeRetainedValue()
    }
}
