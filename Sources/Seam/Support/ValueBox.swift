public import Synchronization

/// A value of any type at a fixed address, for code that does not know its type.
///
/// The box is one object, which has the value behind its properties. Lock-free readers copy the value during a read,
/// while the box cannot be released; see ``copyOfBoxedValue(at:as:)``.
@usableFromInline
@safe
struct ValueBox: @unchecked Sendable {
    // Unchecked because of the address: the value is written there before the box is shared, and never again. A value
    // that is not Sendable is shared between threads if the user's registration keeps it for all of them.
    private let storage: ValueStorage

    @usableFromInline
    init<Value>(_ value: Value) {
        storage = .make(for: Value.self)
        unsafe address.initializeMemory(as: Value.self, to: value)
    }

    /// Copies the value of the given type at an address.
    init(copying address: UnsafeRawPointer, of type: any Any.Type) {
        func copy<Value>(_: Value.Type) -> ValueBox {
            unsafe ValueBox(address.assumingMemoryBound(to: Value.self).pointee)
        }
        self = _openExistential(type, do: copy)
    }

    var type: any Any.Type { storage.type }

    /// The address of the value; valid as long as the box lives.
    var address: UnsafeMutableRawPointer { unsafe storage.address }

    /// A copy of the value.
    ///
    /// - Precondition: `Value` is the type that the box was made with, or one that names the same type.
    func value<Value>(as _: Value.Type) -> Value {
        unsafe address.assumingMemoryBound(to: Value.self).pointee
    }

    /// A copy of the value in an existential.
    var anyValue: Any {
        func copy<Value>(_: Value.Type) -> Any { value(as: Value.self) }
        return _openExistential(type, do: copy)
    }

    /// The word that lock-free readers find the value by.
    @usableFromInline var word: InstanceWord { unsafe InstanceWord(rawValue: UInt(bitPattern: address)) }
}

/// The object of a ``ValueBox``: the type and the address of a value, and behind them the memory of the value.
///
/// The memory consists of words. For a type with a greater alignment it has more than the value needs, and the address
/// is the first one in it that fits.
@safe
private final class ValueStorage: ManagedBuffer<ValueStorage.Header, UInt> {
    @unsafe
    struct Header {
        let type: any Any.Type
        let address: UnsafeMutableRawPointer
    }

    /// Makes the memory for a value, which the caller writes before it releases the object.
    static func make<Value>(for type: Value.Type) -> ValueStorage {
        let (word, alignment) = (MemoryLayout<UInt>.size, MemoryLayout<Value>.alignment)
        let size = MemoryLayout<Value>.size + max(0, alignment - word)
        let buffer = unsafe create(minimumCapacity: (size + word - 1) / word) { buffer in
            let words = unsafe buffer.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
            return unsafe Header(type: type, address: words.alignedUp(toMultipleOf: alignment))
        }
        // The buffer is of the class that has created it.
        return unsafe unsafeDowncast(buffer, to: ValueStorage.self)
    }

    /// The properties by a pointer: `header` is a variable, whose every use is checked for exclusive access.
    var type: any Any.Type { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee.type } }

    var address: UnsafeMutableRawPointer { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee.address } }

    deinit {
        func destroy<Value>(_: Value.Type) {
            unsafe address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
        _openExistential(type, do: destroy)
    }
}

/// A copy of the value at an address that is valid only until the end of the present read.
///
/// The function is not inlined, and the attribute keeps the optimiser from specialising it to return the value without
/// a reference. In both cases the reference might be taken after the end of the read, since an atomic store is no
/// barrier to a retain, and the value could be released in between. A test looks for the symbols of such functions.
///
/// - Parameters:
///   - word: The ``ValueBox/word`` of a box with a value of this type, or the address of a value in a ``ValueStore``.
///   - type: The type of the value; named, since the compiler might infer an Optional of it.
@_semantics("optimize.sil.specialize.owned2guarantee.never")
@inlinable @inline(never)
func copyOfBoxedValue<Value>(at word: InstanceWord, as type: Value.Type) -> Value {
    unsafe UnsafePointer<Value>(bitPattern: word.rawValue).unsafelyUnwrapped.pointee
}

/// The word by which lock-free readers find a ready instance; none while no instance is ready.
///
/// The word is the address of the value in a ``ValueBox`` or ``ValueStore``, or a marked address of an object that has
/// the instance. All these addresses are multiples of four.
@usableFromInline
struct InstanceWord: RawRepresentable, AtomicRepresentable, Equatable, Sendable {
    @usableFromInline let rawValue: UInt

    /// The mark of a ``WeakBox``.
    @inlinable static var weak: UInt { 1 }
    /// The mark of an instance that may grow too old.
    static var expiring: UInt { 2 }

    @inlinable @inline(__always)
    init(rawValue: UInt) { self.rawValue = rawValue }

    init(_ object: some AnyObject, mark: UInt) { rawValue = Borrowed(object).word | mark }

    @inlinable @inline(__always)
    static var none: Self { Self(rawValue: 0) }

    @inline(__always)
    var isMarked: Bool { rawValue & 3 != 0 }

    /// The object of a word with that mark; `nil` if the word has none, or another one.
    @inlinable @inline(__always)
    func object<Object>(mark: UInt, as _: Object.Type) -> Borrowed<Object>? {
        rawValue & mark == 0 ? nil : Borrowed(rawValue ^ mark)
    }
}
