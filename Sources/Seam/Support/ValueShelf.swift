/// A few values of any types, each for an object and a context: the `graph` instances that a thread keeps for its
/// outermost request, without an allocation for each.
///
/// A shelf is used through its ``ThreadRecord``, and only by the thread that owns that.
///
/// Invariants:
/// - The places before `shelvedCount` of the record are initialised, and the others are not. While the shelf is hidden,
///   because the thread has another resolution, no place is taken or cleared.
/// - A place holds a reference to its owner, unless it was vacated, and to its context if that has to be retained.
/// - There is a value at the address of a place exactly if the place has its type.
@usableFromInline
@safe
struct ValueShelf {
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
    /// Whether a place is free, and the thread shares by its shelf.
    @inlinable @inline(__always)
    var hasPlaceOnShelf: Bool {
        unsafe storage.pointee.shelvedCount < ValueShelf.capacity && storage.pointee.shared == nil
    }

    /// The value for `owner` and `context`.
    ///
    /// - Precondition: `Value` is the type that it was stored with.
    ///
    /// - Complexity: O(*n*) in the number of values, of which there are few.
    @inlinable @inline(__always)
    func shelvedValue<Value>(of owner: UInt, in context: UInt) -> Value? {
        guard unsafe storage.pointee.shelvedCount > 0 else { return nil }
        return unsafe shelvedAddress(of: owner, in: context)?.assumingMemoryBound(to: Value.self).pointee
    }

    /// The address of the value for `owner` and `context`.
    @usableFromInline
    func shelvedAddress(of owner: UInt, in context: UInt) -> UnsafeRawPointer? {
        guard let shelf = unsafe storage.pointee.shelf, let index = shelvedPlace(of: owner, in: context) else {
            return nil
        }
        return unsafe UnsafeRawPointer(shelf.address(of: index))
    }

    private func shelvedPlace(of owner: UInt, in context: UInt) -> Int? {
        guard unsafe storage.pointee.shelvedCount > 0, let shelf = unsafe storage.pointee.shelf else { return nil }
        for index in unsafe 0..<storage.pointee.shelvedCount
        where unsafe shelf.places[index].context == context && shelf.places[index].type != nil {
            if let found = unsafe shelf.places[index].owner, unsafe UInt(bitPattern: found.toOpaque()) == owner {
                return index
            }
        }
        return nil
    }

    /// A copy of the value for `owner` and `context`, in a box.
    func shelvedBox(of owner: UInt, in context: UInt) -> ValueBox? {
        guard let index = shelvedPlace(of: owner, in: context),
            let shelf = unsafe storage.pointee.shelf, let type = unsafe shelf.places[index].type
        else { return nil }
        return unsafe ValueBox(copying: UnsafeRawPointer(shelf.address(of: index)), of: type)
    }

    /// Hides the values, for a request that shares nothing with the one that stored them.
    ///
    /// - Returns: Their number, for ``showShelf(_:)``.
    func hideShelf() -> Int {
        defer { unsafe storage.pointee.shelvedCount = 0 }
        return unsafe storage.pointee.shelvedCount
    }

    /// Shows the hidden values again.
    ///
    /// - Precondition: No value was stored meanwhile.
    func showShelf(_ count: Int) { unsafe storage.pointee.shelvedCount = count }

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
        let index = unsafe storage.pointee.shelvedCount
        guard index < ValueShelf.capacity else { return nil }
        let shelf = unsafe storage.pointee.shelf ?? ValueShelf()
        unsafe storage.pointee.shelf = shelf
        let owner = unsafe UnsafeRawPointer(bitPattern: owner)
            .map { unsafe Unmanaged<AnyObject>.fromOpaque($0).retain() }
        unsafe (shelf.places + index)
            .initialize(
                to: .init(
                    owner: owner,
                    context: context,
                    keptContext: keptContext.map { unsafe Unmanaged.passRetained($0) }
                )
            )
        unsafe storage.pointee.shelvedCount = index + 1
        unsafe storage.pointee.isUnsettled = true
        return index
    }

    /// Stores a value in the place that was reserved for it.
    @inlinable
    func shelve<Value>(_ value: Value, at index: Int) {
        let shelf = unsafe storage.pointee.shelf.unsafelyUnwrapped
        unsafe shelf.address(of: index).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
        unsafe shelf.places[index].type = Value.self
    }

    /// Vacates a place whose value was not built.
    @usableFromInline
    func vacatePlace(_ index: Int) {
        let shelf = unsafe storage.pointee.shelf.unsafelyUnwrapped
        let owner = unsafe shelf.places[index].owner
        unsafe shelf.places[index].owner = nil
        unsafe owner?.release()
    }

    /// Releases the values, their owners and contexts.
    ///
    /// A `deinit` may use this thread's record: it finds an empty shelf, and may make another one.
    func clearShelf() {
        let count = unsafe storage.pointee.shelvedCount
        guard count > 0, let shelf = unsafe storage.pointee.shelf else { return }
        unsafe storage.pointee.shelvedCount = 0
        unsafe storage.pointee.shelf = nil
        for index in 0..<count {
            func destroy<Value>(_: Value.Type) {
                unsafe shelf.address(of: index).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            }
            if let type = unsafe shelf.places[index].type { destroy(type) }
            unsafe shelf.places[index].owner?.release()
            unsafe shelf.places[index].keptContext?.release()
        }
        unsafe shelf.places.deinitialize(count: count)
        guard unsafe storage.pointee.shelf == nil else { return shelf.deallocate() }
        unsafe storage.pointee.shelf = shelf
    }
}
