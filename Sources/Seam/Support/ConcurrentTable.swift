public import Synchronization

/// A hash table from words to objects that is read without a lock and written under its owner's.
///
/// Open addressing with linear probing. A tag once stored keeps its place until the entries are changed for others;
/// removing a value leaves the tag, for the same key to come back to. Two keys may share a tag, so a reader checks what
/// it finds.
///
/// Invariants:
/// - At most half of the places have a tag, so every probe ends.
/// - A value is the address of an object that the table holds one reference to, or 0, or the mark of absence.
/// - A reader follows the table to an object only between `beginReading` and `endReading` of its ``ThreadRecord``; what
///   a writer unlinks goes to ``Reclamation``.
/// - Entries are freed with the table and not before, so that their tags may be read at any time. Entries that were
///   left behind are used again, which `reuses` counts: who read tags meanwhile does not know what it saw.
@usableFromInline
struct ConcurrentTable<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the entries behind pointers: they are atomic, and all writes happen under the owner's lock.

    @usableFromInline typealias Entries = TableEntry.Pointer

    /// What readers probe: the entries, or an empty table while the table is hidden.
    @usableFromInline let visible: Atomic<UInt>
    let actual: Atomic<UInt>
    let tagCount = Atomic<Int>(0)
    /// How often entries that were left behind were taken into use again.
    let reuses = Atomic<Int>(0)

    /// Marks a tag that was looked for in vain; no object has this address.
    @inlinable static var absent: UInt { 1 }

    /// The object in a value, if there is one.
    @inlinable @inline(__always)
    static func object(in value: UInt) -> Borrowed<Object>? {
        value > absent ? Borrowed(value) : nil
    }

    init() {
        let entries = unsafe UInt(bitPattern: TableEntry.allocate(capacity: 16))
        visible = Atomic(entries)
        actual = Atomic(entries)
    }

    deinit {
        visit { unsafe $0.reference.release() }
        var allocation = unsafe Optional(entries)
        while let entries = unsafe allocation {
            unsafe allocation = unsafe TableEntry.predecessor(of: entries)
            unsafe TableEntry.free(entries)
        }
    }
}

// MARK: - Reading

extension ConcurrentTable {
    /// The first object with the given tag that `matches` accepts.
    ///
    /// - Complexity: O(1) on average.
    @inlinable @inline(__always)
    func find(_ tag: UInt, where matches: (Borrowed<Object>) -> Bool) -> Borrowed<Object>? {
        let address = visible.load(ordering: .sequentiallyConsistent)
        return unsafe Self.probe(Entries(bitPattern: address).unsafelyUnwrapped, tag, where: matches)
    }

    /// Whether the tag was marked by ``markAbsent(_:)``, and no object has come since.
    ///
    /// Needs no announcement, since it reads only tags and marks; `false` also where it cannot tell.
    ///
    /// - Complexity: O(1) on average.
    @inline(__always)
    func isMarkedAbsent(_ tag: UInt) -> Bool {
        let reuses = reuses.load(ordering: .acquiring)
        let entries = unsafe Entries(bitPattern: visible.load(ordering: .acquiring)).unsafelyUnwrapped
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = Self.hash(tag) & mask
        while true {
            let entry = unsafe entries + Int(bitPattern: index &+ 1)
            let found = unsafe entry.pointee.tag.load(ordering: .acquiring)
            if found == tag {
                return unsafe entry.pointee.value.load(ordering: .acquiring) == Self.absent
                    && self.reuses.load(ordering: .relaxed) == reuses
            }
            if found == 0 { return false }
            index = (index &+ 1) & mask
        }
    }

    /// Whether readers see an empty table.
    var isHidden: Bool {
        let address = visible.load(ordering: .sequentiallyConsistent)
        return unsafe Entries(bitPattern: address).unsafelyUnwrapped.pointee.tag.load(ordering: .relaxed) == 0
    }

    /// The same as ``find(_:where:)`` in a table that may be hidden.
    func findHidden(_ tag: UInt, where matches: (Borrowed<Object>) -> Bool) -> Borrowed<Object>? {
        unsafe Self.probe(entries, tag, where: matches)
    }

    @inlinable @inline(__always)
    static func probe(
        _ entries: Entries,
        _ tag: UInt,
        where matches: (Borrowed<Object>) -> Bool
    ) -> Borrowed<Object>? {
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = hash(tag) & mask
        while true {
            let entry = unsafe entries + Int(bitPattern: index &+ 1)
            let found = unsafe entry.pointee.tag.load(ordering: .acquiring)
            if found == tag,
                let object = unsafe Self.object(in: entry.pointee.value.load(ordering: .sequentiallyConsistent)),
                matches(object)
            {
                return object
            }
            if found == 0 { return nil }
            index = (index &+ 1) & mask
        }
    }

    @inlinable @inline(__always)
    static func hash(_ tag: UInt) -> UInt {
        UInt(truncatingIfNeeded: FibonacciHash.product(tag) >> 32)
    }
}

/// Fibonacci hashing: words that are alike come to lie far apart when multiplied by 2⁶⁴ over the golden ratio.
///
/// D. Knuth, *The Art of Computer Programming* 3, section 6.4.
@usableFromInline
enum FibonacciHash {
    /// The product, whose upper bits depend on all bits of the word.
    @inlinable @inline(__always)
    static func product(_ word: UInt) -> UInt64 {
        UInt64(truncatingIfNeeded: word) &* 0x9E37_79B9_7F4A_7C15
    }
}
