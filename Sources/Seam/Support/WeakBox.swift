/// A value of any type that is one reference to an object, held weakly.
///
/// The type of the value may be a protocol or an `Optional`: the object is found by the dynamic type. The bytes of the
/// value are kept beside the weak reference. If they begin with the object's address, they are a valid value as long as
/// the object lives, and are read only while a strong reference keeps it alive. Otherwise the language has put the
/// object into a box (an `Optional` inside `Any`), and the value is made anew by a cast.
@usableFromInline
@safe
final class WeakBox: @unchecked Sendable {
    // Unchecked because of the pointers: their memory is written once, before the box is shared. Any number of threads
    // may load a weak reference at once. It is behind a pointer, because a property that may change, as a weak one
    // does, is checked for exclusive access at every read.
    private let reference: UnsafeMutablePointer<WeakReference>
    /// The bytes of the value that the box was made with.
    @usableFromInline let bytes: UnsafeMutableRawPointer
    /// Whether the bytes are the value, so that ``take()`` may be used.
    let isDirect: Bool

    /// Creates a box, or `nil` if the dynamic value is no object: a struct, an enum, a function or an empty `Optional`.
    ///
    /// The result is `nil` as well if no cast leads from the object to the value, as for `any Error`.
    init?<Value>(_ value: Value) {
        guard let object = Self.object(in: value) else { return nil }
        unsafe reference = .allocate(capacity: 1)
        unsafe reference.initialize(to: WeakReference(object: object))
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Value>.size,
            alignment: MemoryLayout<Value>.alignment
        )
        unsafe withUnsafeBytes(of: value) {
            unsafe bytes.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count)
        }
        unsafe self.bytes = unsafe bytes
        isDirect = unsafe bytes.loadUnaligned(as: UInt.self) == Borrowed(object).word
        guard isDirect || Self.object(in: object as? Value as Any) === object else { return nil }
    }

    /// A box for the value in a ``ValueBox``.
    static func box(for box: ValueBox) -> WeakBox? {
        func make<Value>(_: Value.Type) -> WeakBox? { WeakBox(box.value(as: Value.self)) }
        return _openExistential(box.type, do: make)
    }

    deinit {
        unsafe bytes.deallocate()
        unsafe reference.deinitialize(count: 1).deallocate()
    }

    /// The value, or `nil` if its object is gone.
    ///
    /// - Precondition: `Value` is the type that the box was made with.
    func value<Value>(as _: Value.Type) -> Value? {
        guard !isDirect else { return retainObject() ? take() as Value : nil }
        guard let object = unsafe reference.pointee.object else { return nil }
        return object as? Value
    }

    var isGone: Bool { unsafe reference.pointee.object == nil }

    /// The word that lock-free readers find the value by; none if the bytes are not the value.
    var word: InstanceWord { isDirect ? InstanceWord(self, mark: InstanceWord.weak) : .none }

    /// Retains the object, if it is alive; not inlined, so that the reference is taken when this returns.
    @usableFromInline @inline(never)
    func retainObject() -> Bool {
        guard let object = unsafe reference.pointee.object else { return false }
        _ = unsafe Unmanaged.passRetained(object)
        return true
    }

    /// The value with the reference that ``retainObject()`` took; not inlined, so that it is read when this returns.
    ///
    /// The bytes are moved and not copied, since the reference is taken already. They stay there for the next reader.
    @inlinable @inline(never)
    func take<Value>() -> Value {
        unsafe bytes.assumingMemoryBound(to: Value.self).move()
    }

    private static func object(in value: Any) -> AnyObject? {
        guard type(of: value) is AnyClass else {
            return asOptional(value)?.wrappedAsAny.flatMap(object(in:))
        }
        let object = value as AnyObject
        // For `any Error` this is the language's box, which nothing else holds.
        return type(of: object) == type(of: value) ? object : nil
    }
}

/// The weak reference of a ``WeakBox``; a ``Weak``, which is generic, would be copied at each read.
private struct WeakReference {
    weak var object: AnyObject?
}
