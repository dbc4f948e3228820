public import Synchronization

/// A hash table from words to objects that is read without a lock and written under its owner's.
///
/// Open addressing with linear probing. A tag once stored keeps its place until the table grows; removing a value
/// leaves the tag, for the same key to come back to. Two keys may share a tag, so a reader checks what it finds.
///
/// Invariants:
/// - At most half of the places have a tag, so every probe ends.
/// - A value that is not 0 is the address of an object that the table holds one reference to.
/// - A reader follows the table only between `beginReading` and `endReading` of its ``ThreadRecord``; what a writer
///   unlinks goes to ``Reclamation``.
@usableFromInline
struct ConcurrentTable: ~Copyable, @unchecked Sendable {
    // Unchecked because of the entries behind pointers: they are atomic, and all writes happen under the owner's lock.

    /// One place: a tag and the address of an object.
    ///
    /// The first entry of an allocation holds the mask as its tag.
    @usableFromInline
    struct Entry: ~Copyable {
        @usableFromInline let tag: Atomic<UInt>
        @usableFromInline let value = Atomic<UInt>(0)
        init(tag: UInt = 0) { self.tag = Atomic(tag) }
    }

    @usableFromInline typealias Entries = UnsafeMutablePointer<Entry>

    /// What readers probe: the entries, or an empty table while the table is hidden.
    @usableFromInline let visible: Atomic<UInt>
    private let actual: Atomic<UInt>
    private let tagCount = Atomic<Int>(0)

    private static let hidden = UInt(bitPattern: makeEntries(capacity: 1))

    init() {
        let entries = UInt(bitPattern: Self.makeEntries(capacity: 16))
        visible = Atomic(entries)
        actual = Atomic(entries)
    }

    deinit {
        visit { Unmanaged<AnyObject>.fromOpaque($0).release() }
        Self.free(entries)
    }
}

// MARK: - Reading

extension ConcurrentTable {
    /// The first object with the given tag that `matches` accepts, without a reference of its own.
    ///
    /// - Complexity: O(1) on average.
    @inlinable @inline(__always)
    func find(_ tag: UInt, where matches: (UnsafeRawPointer) -> Bool) -> UnsafeRawPointer? {
        let address = visible.load(ordering: .sequentiallyConsistent)
        return Self.probe(Entries(bitPattern: address).unsafelyUnwrapped, tag, where: matches)
    }

    /// Whether readers see an empty table.
    ///
    /// The empty table has one place, and no other table has so few.
    @inlinable var isHidden: Bool {
        let address = visible.load(ordering: .sequentiallyConsistent)
        return Entries(bitPattern: address).unsafelyUnwrapped.pointee.tag.load(ordering: .relaxed) == 0
    }

    /// The same as ``find(_:where:)`` in a table that may be hidden.
    func findHidden(_ tag: UInt, where matches: (UnsafeRawPointer) -> Bool) -> UnsafeRawPointer? {
        Self.probe(entries, tag, where: matches)
    }

    @inlinable @inline(__always)
    static func probe(
        _ entries: Entries,
        _ tag: UInt,
        where matches: (UnsafeRawPointer) -> Bool
    ) -> UnsafeRawPointer? {
        let mask = entries.pointee.tag.load(ordering: .relaxed)
        var index = hash(tag) & mask
        while true {
            let entry = entries + Int(bitPattern: index &+ 1)
            let found = entry.pointee.tag.load(ordering: .acquiring)
            if found == tag,
                let value = UnsafeRawPointer(bitPattern: entry.pointee.value.load(ordering: .sequentiallyConsistent)),
                matches(value)
            {
                return value
            }
            if found == 0 { return nil }
            index = (index &+ 1) & mask
        }
    }

    @inlinable @inline(__always)
    static func hash(_ tag: UInt) -> UInt {
        UInt(truncatingIfNeeded: (UInt64(tag) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}

// MARK: - Writing, under the owner's lock

extension ConcurrentTable {
    /// Stores `object` under `tag`, in place of the one that `matches` accepts, which is returned for retirement.
    ///
    /// - Complexity: O(1) on average, amortized.
    func insert(
        _ object: any AnyObject & Sendable,
        tag: UInt,
        replacing matches: (UnsafeRawPointer) -> Bool
    ) -> (any AnyObject & Sendable)? {
        growIfNeeded()
        let address = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
        let mask = entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag) & mask
        var vacant: Entries?
        while true {
            let entry = entries + Int(bitPattern: index + 1)
            let found = entry.pointee.tag.load(ordering: .relaxed)
            if found == 0 { break }
            if found == tag {
                guard let value = UnsafeRawPointer(bitPattern: entry.pointee.value.load(ordering: .relaxed)) else {
                    vacant = vacant ?? entry
                    index = (index + 1) & mask
                    continue
                }
                if matches(value) { return Self.exchange(entry, address) }
            }
            index = (index + 1) & mask
        }
        if let vacant { return Self.exchange(vacant, address) }
        let entry = entries + Int(bitPattern: index + 1)
        entry.pointee.value.store(address, ordering: .sequentiallyConsistent)
        entry.pointee.tag.store(tag, ordering: .sequentiallyConsistent)
        tagCount.store(tagCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
        return nil
    }

    /// Unlinks the object that `matches` accepts, and returns it for retirement.
    func remove(tag: UInt, where matches: (UnsafeRawPointer) -> Bool) -> (any AnyObject & Sendable)? {
        let mask = entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag) & mask
        while true {
            let entry = entries + Int(bitPattern: index + 1)
            let found = entry.pointee.tag.load(ordering: .relaxed)
            if found == 0 { return nil }
            if found == tag,
                let value = UnsafeRawPointer(bitPattern: entry.pointee.value.load(ordering: .relaxed)), matches(value)
            {
                return Self.exchange(entry, 0)
            }
            index = (index + 1) & mask
        }
    }

    /// Calls `body` with every object, in no particular order.
    func visit(_ body: (UnsafeRawPointer) -> Void) {
        let count = entries.pointee.tag.load(ordering: .relaxed) + 1
        for index in 1...Int(bitPattern: count) {
            let value = (entries + index).pointee.value.load(ordering: .relaxed)
            if let value = UnsafeRawPointer(bitPattern: value) { body(value) }
        }
    }

    /// Shows readers an empty table, so that every request takes the slow path, or the entries again.
    func setHidden(_ isHidden: Bool) {
        let shown = isHidden ? Self.hidden : UInt(bitPattern: entries)
        visible.store(shown, ordering: .sequentiallyConsistent)
    }

    private static func exchange(_ entry: Entries, _ address: UInt) -> (any AnyObject & Sendable)? {
        let old = entry.pointee.value.exchange(address, ordering: .sequentiallyConsistent)
        guard let pointer = UnsafeRawPointer(bitPattern: old) else { return nil }
        return unsafeDowncast(
            Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue(),
            to: (any AnyObject & Sendable).self
        )
    }
}

// MARK: - Storage

extension ConcurrentTable {
    private var entries: Entries {
        Entries(bitPattern: actual.load(ordering: .sequentiallyConsistent)).unsafelyUnwrapped
    }

    private static func makeEntries(capacity: Int) -> Entries {
        let entries = Entries.allocate(capacity: capacity + 1)
        entries.initialize(to: Entry(tag: UInt(capacity - 1)))
        for index in 1...capacity { (entries + index).initialize(to: Entry()) }
        return entries
    }

    private static func free(_ entries: Entries) {
        let count = Int(bitPattern: entries.pointee.tag.load(ordering: .relaxed)) + 2
        entries.deinitialize(count: count).deallocate()
    }

    /// Doubles the entries before more than half of them have a tag; tags without a value are left behind.
    private func growIfNeeded() {
        let capacity = Int(bitPattern: entries.pointee.tag.load(ordering: .relaxed)) + 1
        guard (tagCount.load(ordering: .relaxed) + 1) * 2 > capacity else { return }
        let old = entries
        var live = 0
        for index in 1...capacity where (old + index).pointee.value.load(ordering: .relaxed) != 0 { live += 1 }
        let grown = Self.makeEntries(capacity: (live + 1) * 4 > capacity ? capacity * 2 : capacity)
        let mask = grown.pointee.tag.load(ordering: .relaxed)
        for index in 1...capacity {
            let value = (old + index).pointee.value.load(ordering: .relaxed)
            guard value != 0 else { continue }
            let tag = (old + index).pointee.tag.load(ordering: .relaxed)
            var place = Self.hash(tag) & mask
            while (grown + Int(bitPattern: place + 1)).pointee.tag.load(ordering: .relaxed) != 0 {
                place = (place + 1) & mask
            }
            (grown + Int(bitPattern: place + 1)).pointee.value.store(value, ordering: .relaxed)
            (grown + Int(bitPattern: place + 1)).pointee.tag.store(tag, ordering: .relaxed)
        }
        tagCount.store(live, ordering: .relaxed)
        let isHidden = visible.load(ordering: .relaxed) == Self.hidden
        actual.store(UInt(bitPattern: grown), ordering: .sequentiallyConsistent)
        if !isHidden { visible.store(UInt(bitPattern: grown), ordering: .sequentiallyConsistent) }
        Reclamation.waitForReaders()
        Self.free(old)
    }
}
