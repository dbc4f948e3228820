/// An object that somebody else keeps alive: the read that found it, the frame that holds it, or whoever calls.
///
/// Nothing is counted where objects are found, compared and used by it. Who keeps one says for how long it is valid:
/// until ``ThreadRecord/endReading()`` for what was found in a ``ConcurrentTable``, and until
/// ``ThreadRecord/leave()`` for what stands in a ``Frame``.
@usableFromInline
@safe
struct Borrowed<Object: AnyObject> {
    @usableFromInline let reference: Unmanaged<Object>

    @_transparent @usableFromInline
    init(_ object: Object) {
        unsafe reference = unsafe .passUnretained(object)
    }

    /// The object whose address was taken by ``address`` before.
    @_transparent @usableFromInline
    init(at address: UnsafeRawPointer) {
        unsafe reference = unsafe .fromOpaque(address)
    }

    /// The object whose address was taken as a ``word`` before; `nil` for 0.
    @_transparent @usableFromInline
    init?(_ word: UInt) {
        guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
        unsafe self.init(at: address)
    }

    @_transparent @usableFromInline
    var address: UnsafeRawPointer { unsafe UnsafeRawPointer(reference.toOpaque()) }

    /// The address as a number; never 0, and even.
    @_transparent @usableFromInline
    var word: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

    /// Calls `body` with the object, which takes no reference for that.
    @_transparent @usableFromInline
    func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef(body)
    }

    /// Whether it is this object.
    func `is`(_ object: AnyObject) -> Bool {
        unsafe address == UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }

    /// A reference of one's own, taken when this returns, and not after the end of a read; see ``copyOfBoxedValue(at:)``.
    @_semantics("optimize.sil.specialize.owned2guarantee.never")
    @inline(never)
    func retained() -> Object { unsafe reference.takeUnretainedValue() }

    /// The object, for as long as it is surely kept alive.
    @_transparent @usableFromInline
    var object: Object { unsafe reference.takeUnretainedValue() }
}
