/// Values of any types, each for an object and a context: the `graph` instances that a thread keeps for its outermost
/// request, without an allocation for each.
///
/// A store is used through its ``ThreadRecord``, and only by the thread that owns that. A few values are searched one
/// after the other. A store with more places has an index, and a full one is replaced by one of twice the size.
///
/// Invariants:
/// - The places before `storedCount` of the record are initialised, and the others are not. While the store is hidden,
///   because the thread has another resolution, no place is taken, vacated or cleared.
/// - A place holds a reference to its owner, and to its context if that has to be retained. A vacated place holds
///   nothing; the last place is not vacated.
/// - There is a value at the address of a place exactly if the place has its type.
/// - The index, if there is one, has every place with a value and no other. At least half of its buckets are free.
/// - An address is used before the next place is reserved: values move when the store grows.
@usableFromInline
@safe
struct ValueStore {
    /// The owner, context and type of one value.
    @usableFromInline
    @safe
    struct Place {
        let owner: Unmanaged<AnyObject>?
        let context: UInt
        /// The context, if it has to be retained so that its address is not reused.
        let keptContext: Unmanaged<AnyObject>?
        @usableFromInline var type: (any Any.Type)?

        init(owner: Unmanaged<AnyObject>?, context: UInt, keptContext: Unmanaged<AnyObject>?) {
            unsafe self.owner = unsafe owner
            self.context = context
            unsafe self.keptContext = unsafe keptContext
        }
    }

    /// The number of places of a store that has not grown.
    static var initialCapacity: Int { 16 }
    /// An existential with three words of value and one protocol.
    @usableFromInline static var valueSize: Int { 5 * MemoryLayout<UInt>.size }

    /// The number of places, a power of two.
    let capacity: Int
    @usableFromInline let places: UnsafeMutablePointer<Place>
    @usableFromInline let values: UnsafeMutableRawPointer
    /// The buckets of the index, twice as many as places, if the store has grown.
    @usableFromInline let buckets: UnsafeMutablePointer<Int>?

    init(capacity: Int = initialCapacity) {
        self.capacity = capacity
        unsafe places = .allocate(capacity: capacity)
        unsafe values = .allocate(byteCount: capacity * Self.valueSize, alignment: MemoryLayout<UInt>.alignment)
        guard capacity > Self.initialCapacity else {
            unsafe buckets = nil
            return
        }
        let buckets = UnsafeMutablePointer<Int>.allocate(capacity: 2 * capacity)
        unsafe buckets.initialize(repeating: Self.free, count: 2 * capacity)
        unsafe self.buckets = unsafe buckets
    }

    /// Whether values of a type fit.
    @inlinable
    static func fits<Value>(_ type: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= valueSize && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
    }

    @inlinable
    func address(of index: Int) -> UnsafeMutableRawPointer { unsafe values + index * Self.valueSize }

    func deallocate() {
        unsafe places.deallocate()
        unsafe values.deallocate()
        unsafe buckets?.deallocate()
    }
}

// MARK: - Many values

/// The index is a hash table with linear probing, from which nothing is removed: a value stays until all are released.
extension ValueStore {
    /// The content of a bucket without a place.
    private static var free: Int { -1 }

    /// Whether the store has an index, and more memory than a thread keeps between its requests.
    @inlinable @inline(__always)
    var hasGrown: Bool { unsafe buckets != nil }

    /// A store of twice the size with the contents of this one, of which all places are taken; frees this one.
    ///
    /// No code of a user runs: values are moved, and neither copied nor destroyed.
    fileprivate func grown() -> ValueStore {
        let larger = ValueStore(capacity: 2 * capacity)
        unsafe larger.places.moveInitialize(from: places, count: capacity)
        for index in 0..<capacity {
            func move<Value>(_: Value.Type) {
                let value = unsafe address(of: index).assumingMemoryBound(to: Value.self)
                unsafe larger.address(of: index).moveInitializeMemory(as: Value.self, from: value, count: 1)
                larger.enterIndex(index)
            }
            if let type = unsafe larger.places[index].type { move(type) }
        }
        deallocate()
        return larger
    }

    /// Enters a place with a value in the index.
    @usableFromInline @inline(never)
    func enterIndex(_ index: Int) {
        let place = unsafe places[index]
        let bucket = bucket(of: place.ownerWord, in: place.context) { $0 == Self.free }
        unsafe buckets.unsafelyUnwrapped[bucket] = index
    }

    /// The place of the value for `owner` and `context`, by the index.
    ///
    /// - Complexity: O(1) on average.
    fileprivate func indexedPlace(of owner: UInt, in context: UInt) -> Int? {
        let bucket = bucket(of: owner, in: context) { index in
            guard index != Self.free else { return true }
            return unsafe places[index].context == context && places[index].ownerWord == owner
        }
        let index = unsafe buckets.unsafelyUnwrapped[bucket]
        return index == Self.free ? nil : index
    }

    /// The first bucket for `owner` and `context` whose content meets a condition.
    ///
    /// The condition is true for a free bucket, so that the search ends.
    @inline(__always)
    private func bucket(of owner: UInt, in context: UInt, where isMet: (Int) -> Bool) -> Int {
        let (buckets, mask) = unsafe (buckets.unsafelyUnwrapped, 2 * capacity - 1)
        // The factor keeps pairs apart whose addresses are swapped, or at equal distances.
        var bucket = Int(truncatingIfNeeded: FibonacciHash.hash(owner &+ 3 &* context) >> 40) & mask
        while unsafe !isMet(buckets[bucket]) { bucket = (bucket + 1) & mask }
        return bucket
    }
}

extension ValueStore.Place {
    /// The address of the owner.
    fileprivate var ownerWord: UInt { unsafe UInt(bitPattern: owner?.toOpaque()) }

    fileprivate func release() {
        unsafe owner?.release()
        unsafe keptContext?.release()
    }
}

// MARK: - The store of a thread

extension ThreadRecord {
    /// The word of the value for `owner` and `context`; valid until the next place is reserved.
    ///
    /// - Complexity: O(1) on average.
    func storedWord(of owner: UInt, in context: UInt) -> InstanceWord? {
        guard let store = unsafe storage.pointee.store, let index = storedPlace(of: owner, in: context) else {
            return nil
        }
        return unsafe InstanceWord(rawValue: UInt(bitPattern: store.address(of: index)))
    }

    private func storedPlace(of owner: UInt, in context: UInt) -> Int? {
        guard unsafe storage.pointee.storedCount > 0, let store = unsafe storage.pointee.store else { return nil }
        guard !store.hasGrown else { return store.indexedPlace(of: owner, in: context) }
        for index in unsafe 0..<storage.pointee.storedCount
        where unsafe store.places[index].context == context && store.places[index].type != nil {
            if unsafe store.places[index].ownerWord == owner { return index }
        }
        return nil
    }

    /// A copy of the value for `owner` and `context`, in a box.
    func storedBox(of owner: UInt, in context: UInt) -> ValueBox? {
        guard let index = storedPlace(of: owner, in: context),
            let store = unsafe storage.pointee.store, let type = unsafe store.places[index].type
        else { return nil }
        return unsafe ValueBox(copying: UnsafeRawPointer(store.address(of: index)), of: type)
    }

    /// Hides the values, for a request that shares nothing with the one that stored them.
    ///
    /// - Returns: Their number, for ``showStore(_:)``.
    func hideStore() -> Int {
        unsafe exchange(&storage.pointee.storedCount, with: 0)
    }

    /// Shows the hidden values again.
    ///
    /// - Precondition: No value was stored meanwhile.
    func showStore(_ count: Int) { unsafe storage.pointee.storedCount = count }

    /// Reserves a place for a value, and retains its owner; not inlined, so that the reference is taken when this
    /// returns.
    ///
    /// - Parameter keptContext: The context, if it has to be retained.
    /// - Returns: The number of the place.
    /// - Complexity: O(1), amortized.
    @inline(never)
    func reservePlace(for owner: UInt, in context: UInt, keeping keptContext: AnyObject?) -> Int {
        let index = unsafe storage.pointee.storedCount
        var store = unsafe storage.pointee.store ?? ValueStore()
        if index == store.capacity { store = store.grown() }
        unsafe storage.pointee.store = store
        let owner = unsafe UnsafeRawPointer(bitPattern: owner)
            .map { unsafe Unmanaged<AnyObject>.fromOpaque($0).retain() }
        unsafe (store.places + index)
            .initialize(
                to: .init(
                    owner: owner,
                    context: context,
                    keptContext: keptContext.map { unsafe Unmanaged.passRetained($0) }
                )
            )
        unsafe storage.pointee.storedCount = index + 1
        unsafe storage.pointee.isUnsettled = true
        return index
    }

    /// Stores a value in the place that was reserved for it.
    @inlinable
    func store<Value>(_ value: Value, at index: Int) {
        let store = unsafe storage.pointee.store.unsafelyUnwrapped
        unsafe store.address(of: index).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
        unsafe store.places[index].type = Value.self
        if store.hasGrown { store.enterIndex(index) }
    }

    /// Vacates a place whose value was not built; it is taken again when the places above it are vacated too.
    @usableFromInline
    func vacatePlace(_ index: Int) {
        let store = unsafe storage.pointee.store.unsafelyUnwrapped
        let place = unsafe store.places[index]
        unsafe store.places[index] = .init(owner: nil, context: 0, keptContext: nil)
        var count = unsafe storage.pointee.storedCount
        while count > 0, unsafe store.places[count - 1].owner == nil { count -= 1 }
        unsafe storage.pointee.storedCount = count
        // Last, since a `deinit` may use this thread's record.
        place.release()
    }

    /// Releases the values, their owners and contexts; frees a store that has grown.
    ///
    /// A `deinit` may use this thread's record: it finds an empty store, and may make another one.
    func clearStore() {
        let count = unsafe storage.pointee.storedCount
        guard let store = unsafe storage.pointee.store, count > 0 || store.hasGrown else { return }
        unsafe storage.pointee.storedCount = 0
        unsafe storage.pointee.store = nil
        for index in 0..<count {
            func destroy<Value>(_: Value.Type) {
                unsafe store.address(of: index).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            }
            if let type = unsafe store.places[index].type { destroy(type) }
            unsafe store.places[index].release()
        }
        guard !store.hasGrown, unsafe storage.pointee.store == nil else { return store.deallocate() }
        unsafe storage.pointee.store = store
    }
}
