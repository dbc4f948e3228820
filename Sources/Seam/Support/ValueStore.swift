/// A few values of any types, each for an object and a context: the `graph` instances that a thread keeps for its
/// outermost request, without an allocation for each.
///
/// A store is used through its ``ThreadRecord``, and only by the thread that owns that.
///
/// Invariants:
/// - The places before `storedCount` of the record are initialised, and the others are not. While the store is hidden,
///   because the thread has another resolution, no place is taken or cleared.
/// - A place holds a reference to its owner, unless it was vacated, and to its context if that has to be retained.
/// - There is a value at the address of a place exactly if the place has its type.
@usableFromInline
@safe
struct ValueStore {
    /// The owner, context and type of one value.
    @usableFromInline
    @safe
    struct Place {
        var owner: Unmanaged<AnyObject>?
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

    @inlinable static var capacity: Int { 16 }
    /// An existential with three words of value and one protocol.
    @usableFromInline static var valueSize: Int { 5 * MemoryLayout<UInt>.size }

    @usableFromInline let places: UnsafeMutablePointer<Place>
    @usableFromInline let values: UnsafeMutableRawPointer

    init() {
        unsafe places = .allocate(capacity: Self.capacity)
        unsafe values = .allocate(
            byteCount: Self.capacity * Self.valueSize,
            alignment: MemoryLayout<UInt>.alignment
        )
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
    }
}

extension ThreadRecord {
    /// Whether a place is free, and the thread shares by its store.
    @inlinable @inline(__always)
    var hasPlaceInStore: Bool {
        unsafe storage.pointee.storedCount < ValueStore.capacity && storage.pointee.shared == nil
    }

    /// The value for `owner` and `context`.
    ///
    /// - Precondition: `Value` is the type that it was stored with.
    ///
    /// - Complexity: O(*n*) in the number of values, of which there are few.
    @inlinable @inline(__always)
    func storedValue<Value>(of owner: UInt, in context: UInt) -> Value? {
        guard unsafe storage.pointee.storedCount > 0 else { return nil }
        return unsafe storedAddress(of: owner, in: context)?.assumingMemoryBound(to: Value.self).pointee
    }

    /// The address of the value for `owner` and `context`.
    @usableFromInline
    func storedAddress(of owner: UInt, in context: UInt) -> UnsafeRawPointer? {
        guard let store = unsafe storage.pointee.store, let index = storedPlace(of: owner, in: context) else {
            return nil
        }
        return unsafe UnsafeRawPointer(store.address(of: index))
    }

    private func storedPlace(of owner: UInt, in context: UInt) -> Int? {
        guard unsafe storage.pointee.storedCount > 0, let store = unsafe storage.pointee.store else { return nil }
        for index in unsafe 0..<storage.pointee.storedCount
        where unsafe store.places[index].context == context && store.places[index].type != nil {
            if let found = unsafe store.places[index].owner, unsafe UInt(bitPattern: found.toOpaque()) == owner {
                return index
            }
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
        defer { unsafe storage.pointee.storedCount = 0 }
        return unsafe storage.pointee.storedCount
    }

    /// Shows the hidden values again.
    ///
    /// - Precondition: No value was stored meanwhile.
    func showStore(_ count: Int) { unsafe storage.pointee.storedCount = count }

    /// Reserves a place for a value, and retains its owner; not inlined, so that the reference is taken when this
    /// returns.
    ///
    /// - Parameter keptContext: The context, if it has to be retained.
    /// - Returns: The number of the place; `nil` if all are taken.
    @inline(never)
    func reservePlace(
        for owner: UInt,
        in context: UInt,
        keeping keptContext: AnyObject?
    ) -> Int? {
        let index = unsafe storage.pointee.storedCount
        guard index < ValueStore.capacity else { return nil }
        let store = unsafe storage.pointee.store ?? ValueStore()
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
    }

    /// Vacates a place whose value was not built.
    @usableFromInline
    func vacatePlace(_ index: Int) {
        let store = unsafe storage.pointee.store.unsafelyUnwrapped
        let owner = unsafe store.places[index].owner
        unsafe store.places[index].owner = nil
        unsafe owner?.release()
    }

    /// Releases the values, their owners and contexts.
    ///
    /// A `deinit` may use this thread's record: it finds an empty store, and may make another one.
    func clearStore() {
        let count = unsafe storage.pointee.storedCount
        guard count > 0, let store = unsafe storage.pointee.store else { return }
        unsafe storage.pointee.storedCount = 0
        unsafe storage.pointee.store = nil
        for index in 0..<count {
            func destroy<Value>(_: Value.Type) {
                unsafe store.address(of: index).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            }
            if let type = unsafe store.places[index].type { destroy(type) }
            unsafe store.places[index].owner?.release()
            unsafe store.places[index].keptContext?.release()
        }
        unsafe store.places.deinitialize(count: count)
        guard unsafe storage.pointee.store == nil else { return store.deallocate() }
        unsafe storage.pointee.store = store
    }
}
