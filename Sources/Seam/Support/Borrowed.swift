/// An uncounted reference to an object: a read, a frame or the caller keeps the object alive.
///
/// An object that was found in a ``ConcurrentTable`` is valid until ``ThreadRecord/endReading()``. An object in a
/// ``Frame`` is valid until ``ThreadRecord/leave()``. An object of the caller is valid as long as the caller holds it.
/// A container of a `Sharing` is valid under the lock of its registry.
@usableFromInline
@safe
struct Borrowed<Object: AnyObject> {
    @usableFromInline let reference: Unmanaged<Object>

    @_transparent @usableFromInline
    init(_ object: Object) {
        unsafe reference = unsafe .passUnretained(object)
    }

    /// The object at an address that ``address`` has given.
    @_transparent @usableFromInline
    init(at address: UnsafeRawPointer) {
        unsafe reference = unsafe .fromOpaque(address)
    }

    /// The object of a ``word``; `nil` for 0.
    @_transparent @usableFromInline
    init?(_ word: UInt) {
        guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
        unsafe self.init(at: address)
    }

    @_transparent
    var address: UnsafeRawPointer { unsafe UnsafeRawPointer(reference.toOpaque()) }

    /// The address as a number: never 0, and a multiple of the size of a pointer, since an object begins with one.
    ///
    /// So its two lowest bits are free for marks.
    @_transparent @usableFromInline
    var word: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

    /// Calls `body` with the object, without counting a reference.
    @_transparent @usableFromInline
    func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef(body)
    }

    /// Whether the reference is to `object`.
    func `is`(_ object: AnyObject) -> Bool {
        unsafe address == UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }

    /// A counted reference to the object.
    ///
    /// The object is retained before this returns, and so never after the end of a read. See
    /// ``copyOfBoxedValue(at:as:)`` for the attributes.
    @_semantics("optimize.sil.specialize.owned2guarantee.never")
    @inline(never)
    func retained() -> Object { unsafe reference.takeUnretainedValue() }

    /// The object; valid as long as it is kept alive.
    @_transparent @usableFromInline
    var object: Object { unsafe reference.takeUnretainedValue() }
}
