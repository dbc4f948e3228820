public import Synchronization

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
