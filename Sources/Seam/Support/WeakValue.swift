/// A value that is one reference to an object, held weakly.
///
/// The object may hide behind a protocol or an `Optional`: it is found by its dynamic type. To give the value back
/// without a dynamic cast, its bytes are kept beside the weak reference: they are a valid value exactly as long as
/// the object they refer to lives, and are read only while a strong reference proves that it does.
@usableFromInline
final class WeakValue<Value>: @unchecked Sendable {
    // Unchecked because of the pointer: the bytes are written once, before the object is shared. The weak reference
    // is never assigned after `init`, and the runtime makes loading it safe from any thread.
    @usableFromInline private(set) weak var object: AnyObject?
    @usableFromInline let bytes: UnsafeMutableRawPointer

    /// `nil` where the dynamic value is no object: a struct, an enum, a function or an empty `Optional`.
    init?(_ value: Value) {
        guard let object = Self.object(in: value) else { return nil }
        self.object = object
        bytes = .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        withUnsafeBytes(of: value) { bytes.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
    }

    deinit {
        bytes.deallocate()
    }

    /// The value, while its object lives.
    @inlinable var value: Value? {
        guard let object else { return nil }
        return withExtendedLifetime(object) { bytes.assumingMemoryBound(to: Value.self).pointee }
    }

    private static func object(in value: Any) -> AnyObject? {
        guard type(of: value) is AnyClass else {
            return unwrapped(value).flatMap(object(in:))
        }
        return value as AnyObject
    }

    private static func unwrapped(_ value: Any) -> Any? {
        (value as? any OptionalProtocol)?.wrappedAsAny
    }
}

/// What a ``WeakValue`` of unknown type can be asked.
protocol WeakHolding {
    /// Whether the object is gone.
    var isGone: Bool { get }
}

extension WeakValue: WeakHolding {
    var isGone: Bool { object == nil }
}
