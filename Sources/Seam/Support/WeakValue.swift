/// A value that is one reference to an object, held weakly.
///
/// The object may hide behind a protocol or an `Optional`: it is found by its dynamic type. To give the value back
/// without a dynamic cast, its bytes are kept beside the weak reference: where they begin with the object's address,
/// they are a valid value exactly as long as the object lives, and are read only while a strong reference proves that
/// it does. Else the language has put the object into a box (an `Optional` inside `Any`), and the value is made anew
/// by a cast.
@usableFromInline
final class WeakValue<Value>: @unchecked Sendable {
    // Unchecked because of the pointers: what they point to is written once, before the object is shared. The runtime
    // makes loading a weak reference safe from any thread. It stands behind a pointer, because a property that can
    // change, as a weak one does, is checked for exclusive access at every read.
    @usableFromInline let reference: UnsafeMutablePointer<WeakReference>
    @usableFromInline let bytes: UnsafeMutableRawPointer
    /// Whether the bytes are the value, so that ``take()`` may be used.
    let isDirect: Bool

    /// `nil` where the dynamic value is no object: a struct, an enum, a function or an empty `Optional`; and where no
    /// cast leads from the object to the value, as for `any Error`.
    init?(_ value: Value) {
        guard let object = Self.object(in: value) else { return nil }
        reference = .allocate(capacity: 1)
        reference.initialize(to: WeakReference(object: object))
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Value>.size,
            alignment: MemoryLayout<Value>.alignment
        )
        withUnsafeBytes(of: value) { bytes.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
        self.bytes = bytes
        isDirect = bytes.loadUnaligned(as: UInt.self) == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        guard isDirect || Self.object(in: object as? Value as Any) === object else { return nil }
    }

    deinit {
        bytes.deallocate()
        reference.deinitialize(count: 1).deallocate()
    }

    /// The value, while its object lives.
    var value: Value? {
        guard !isDirect else { return retainObject() ? take() : nil }
        guard let object = reference.pointee.object else { return nil }
        return object as? Value
    }

    /// Takes a reference to the object, while that lives; not inlined, so that it is taken when this returns.
    @usableFromInline @inline(never)
    func retainObject() -> Bool {
        guard let object = reference.pointee.object else { return false }
        _ = Unmanaged.passRetained(object)
        return true
    }

    /// The value with the reference that ``retainObject()`` took; not inlined, so that it is read when this returns.
    ///
    /// The bytes are moved, not copied, since the reference is there already; for the next reader they stay as they
    /// are.
    @inlinable @inline(never)
    func take() -> Value {
        bytes.assumingMemoryBound(to: Value.self).move()
    }

    private static func object(in value: Any) -> AnyObject? {
        guard type(of: value) is AnyClass else {
            return unwrapped(value).flatMap(object(in:))
        }
        let object = value as AnyObject
        // Of `any Error` this is the box, which nobody else holds.
        return type(of: object) == type(of: value) ? object : nil
    }

    private static func unwrapped(_ value: Any) -> Any? {
        (value as? any OptionalProtocol)?.wrappedAsAny
    }
}

/// What a ``WeakValue`` of unknown type can be asked.
protocol WeakHolding: AnyObject, Sendable {
    /// Whether the object is gone.
    var isGone: Bool { get }
    /// What lock-free readers find the value by; `nil` where they cannot.
    var word: UInt? { get }
}

extension WeakValue: WeakHolding {
    var isGone: Bool { reference.pointee.object == nil }
    var word: UInt? { isDirect ? Borrowed(self).word : nil }
}

/// The weak reference of a ``WeakValue``.
@usableFromInline
struct WeakReference {
    @usableFromInline weak var object: AnyObject?
}
