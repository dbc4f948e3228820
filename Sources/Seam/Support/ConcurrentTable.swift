internal import Synchronization

/// The hash of a key, by which a ``ConcurrentTable`` files an object; not 0.
struct TableTag: Hashable, Sendable {
    let word: UInt

    @inline(__always)
    init(word: UInt) { self.word = word }

    /// The tag of a key that is an object.
    init<Object>(of object: Borrowed<Object>) { word = object.word }
}

/// A hash table of objects by tags, which is read without a lock and written under its owner's lock.
///
/// Two keys may have one tag, so a reader checks the object that it finds. The table uses open addressing with linear
/// probing. A stored tag keeps its entry until the allocation is changed for another; a removed object leaves its tag,
/// which an object of that tag uses again.
///
/// Invariants:
/// - At most half of the entries have a tag, so every probe ends.
/// - A value is the address of an object that the table holds one reference to, or 0, or the mark of absence.
/// - A reader follows the table to an object only between `beginReading` and `endReading` of its ``ThreadRecord``; a
///   writer passes the objects that it unlinks to ``Reclamation``.
/// - Allocations are freed with the table and not before, so that tags may be read at any time. An allocation may be
///   used again, and `reuses` counts this. If the count has changed during a read, the reader discards the result.
struct ConcurrentTable<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the entries behind pointers: their properties are atomic, all writes happen under the
    // owner's lock, and the memory lives as long as the table, which its readers hold.

    typealias Entries = TableEntry.Pointer

    /// The address of the allocation that readers probe: the one in use, or an empty one while the table is hidden.
    let visible: Atomic<UInt>
    /// The address of the allocation in use.
    let actual: Atomic<UInt>
    /// The number of entries with a tag in the allocation in use; written under the lock.
    let tagCount = Atomic<Int>(0)
    /// The number of times that an allocation was used again.
    let reuses = Atomic<Int>(0)

    /// The mark of a tag that is known to be absent; no object has this address.
    static var absent: UInt { 1 }

    /// The object in a value, if there is one.
    @inline(__always)
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
    @inline(__always)
    func find(_ tag: TableTag, where matches: (Borrowed<Object>) -> Bool) -> Borrowed<Object>? {
        let address = visible.load(ordering: .sequentiallyConsistent)
        return unsafe Self.probe(Entries(bitPattern: address).unsafelyUnwrapped, tag, where: matches)
    }

    /// Whether the tag was marked by ``markAbsent(_:)``, and no object has come since.
    ///
    /// Needs no announcement, since it follows no pointer to an object. `false` also if an allocation was used again.
    ///
    /// - Complexity: O(1) on average.
    @inline(__always)
    func isMarkedAbsent(_ tag: TableTag) -> Bool { judge(tag, otherwise: false) { $0 == Self.absent } }

    /// Whether no object has the tag; needs no announcement, as ``isMarkedAbsent(_:)``.
    ///
    /// `false` also if the table is hidden, or an allocation was used again.
    ///
    /// - Complexity: O(1) on average.
    func lacks(_ tag: TableTag) -> Bool { judge(tag, otherwise: true) { $0 > Self.absent ? false : nil } }

    /// The answer of a closure for a value under a tag; `false` if the table is hidden, or an allocation was used
    /// again.
    ///
    /// - Parameter otherwise: The answer if the closure has none for any value.
    @inline(__always)
    private func judge(_ tag: TableTag, otherwise: Bool, _ answer: (_ value: UInt) -> Bool?) -> Bool {
        let reuses = reuses.load(ordering: .acquiring)
        func certain(_ answer: Bool) -> Bool { answer && self.reuses.load(ordering: .relaxed) == reuses }
        let entries = unsafe Entries(bitPattern: visible.load(ordering: .acquiring)).unsafelyUnwrapped
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        guard mask != 0 else { return false }
        var index = Self.hash(tag.word) & mask
        while true {
            let entry = unsafe entries + Int(bitPattern: index &+ 1)
            let found = unsafe entry.pointee.tag.load(ordering: .acquiring)
            if found == 0 { return certain(otherwise) }
            if found == tag.word, let answer = unsafe answer(entry.pointee.value.load(ordering: .acquiring)) {
                return certain(answer)
            }
            index = (index &+ 1) & mask
        }
    }

    /// Whether readers see an empty table.
    var isHidden: Bool {
        let address = visible.load(ordering: .sequentiallyConsistent)
        return unsafe Entries(bitPattern: address).unsafelyUnwrapped.pointee.tag.load(ordering: .relaxed) == 0
    }

    /// The first object with the given tag that `matches` accepts, even if the table is hidden.
    func findEvenIfHidden(_ tag: TableTag, where matches: (Borrowed<Object>) -> Bool) -> Borrowed<Object>? {
        unsafe Self.probe(entries, tag, where: matches)
    }

    /// Calls `body` with every object of a tag; called under the owner's lock.
    ///
    /// - Complexity: O(1) on average.
    func visit(tag: TableTag, _ body: (Borrowed<Object>) -> Void) {
        _ = findEvenIfHidden(tag) { object in
            body(object)
            return false
        }
    }

    @inline(__always)
    static func probe(
        _ entries: Entries,
        _ tag: TableTag,
        where matches: (Borrowed<Object>) -> Bool
    ) -> Borrowed<Object>? {
        let mask = unsafe entries.pointee.tag.load(ordering: .relaxed)
        var index = hash(tag.word) & mask
        while true {
            let entry = unsafe entries + Int(bitPattern: index &+ 1)
            let found = unsafe entry.pointee.tag.load(ordering: .acquiring)
            if found == tag.word,
                let object = unsafe Self.object(in: entry.pointee.value.load(ordering: .sequentiallyConsistent)),
                matches(object)
            {
                return object
            }
            if found == 0 { return nil }
            index = (index &+ 1) & mask
        }
    }

    /// The hash of a tag: 24 bits, which spread up to some millions of objects.
    @inline(__always)
    static func hash(_ word: UInt) -> UInt { UInt(truncatingIfNeeded: FibonacciHash.hash(word) >> 40) }
}
