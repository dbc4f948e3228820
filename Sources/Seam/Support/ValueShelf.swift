/// A few values of any types, each in the name of an object and a context: what one thread keeps for its outermost
/// activation without allocating anything.
///
/// Used through the ``ThreadRecord`` that it belongs to, and only by the thread that owns it.
///
/// Invariants:
/// - The places before `shelvedCount` of the record are initialised, and those from there on are not; while they are
///   hidden, for the thread has another resolution, no place is taken or cleared.
/// - A place holds a reference to its owner, unless it was vacated, and to its context where that has to be kept.
/// - The room of a place holds a value exactly if its type is known.
@usableFromInline
@safe
struct ValueShelf {
    /// Says whose the value in the room of the same number is.
    @usableFromInline
    @safe
    struct Place {
        var owner: Unmanaged<AnyObject>?
        let context: UInt
        /// The context, where it has to be kept alive lest another one comes to have its address.
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

    /// Whether values of a type have room.
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
    /// Whether another value has a place.
    @inlinable @inline(__always)
    var hasPlaceOnShelf: Bool {
        unsafe storage.pointee.shelvedCount < ValueShelf.capacity && storage.pointee.shared == nil
    }

    /// The value in the name of `owner` and `context`; it was put there as one of this type.
    ///
    /// - Complexity: O(*n*) in the number of values, of which there are few.
    @inlinable @inline(__always)
    func shelvedValue<Value>(of owner: UInt, in context: UInt) -> Value? {
        guard unsafe storage.pointee.shelvedCount > 0 else { return nil }
        return unsafe shelvedAddress(of: owner, in: context)?.assumingMemoryBound(to: Value.self).pointee
    }

    /// The address of the value in the name of `owner` and `context`.
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

    /// A copy of the value in the name of `owner` and `context`, for those who do not know its type.
    func shelvedBox(of owner: UInt, in context: UInt) -> ValueBox? {
        guard let index = shelvedPlace(of: owner, in: context),
            let shelf = unsafe storage.pointee.shelf, let type = unsafe shelf.places[index].type
        else { return nil }
        return unsafe ValueBox(copying: UnsafeRawPointer(shelf.address(of: index)), of: type)
    }

    /// Puts the values out of sight, for a request that shares nothing with the one that put them there.
    ///
    /// - Returns: Their number, for ``showShelf(_:)``.
    func hideShelf() -> Int {
        defer { unsafe storage.pointee.shelvedCount = 0 }
        return unsafe storage.pointee.shelvedCount
    }

    /// Brings back the values that were hidden; none was put there meanwhile.
    func showShelf(_ count: Int) { unsafe storage.pointee.shelvedCount = count }

    /// Takes a place for a value to come, and a reference to its owner; not inlined, so that the reference is taken when
    /// this returns.
    ///
    /// - Parameter keptContext: The context, where it has to be kept alive.
    /// - Returns: The number of the place; `nil` where all are taken.
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

    /// Puts a value into a place that was reserved for it.
    @inlinable
    func shelve<Value>(_ value: Value, at index: Int) {
        let shelf = unsafe storage.pointee.shelf.unsafelyUnwrapped
        unsafe shelf.address(of: index).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
        unsafe shelf.places[index].type = Value.self
    }

    /// Gives up a place whose value does not come.
    @usableFromInline
    func vacatePlace(_ index: Int) {
        let shelf = unsafe storage.pointee.shelf.unsafelyUnwrapped
        let owner = unsafe shelf.places[index].owner
        unsafe shelf.places[index].owner = nil
        unsafe owner?.release()
    }

    /// Releases the values, their owners and contexts, whose `deinit` may use this thread's record anew.
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
