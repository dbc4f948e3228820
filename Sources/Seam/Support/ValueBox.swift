/// A value of any type at a fixed address, for those who do not know its type.
///
/// Lock-free readers copy the value while somebody holds the box; see ``copyOfBoxedValue(at:)``.
@usableFromInline
@safe
final class ValueBox: @unchecked Sendable {
    // Unchecked because of the address: the value is written there before the box is shared, and never again.
    let address: UnsafeMutableRawPointer
    let type: any Any.Type

    init<Value>(_ value: Value) {
        let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
        unsafe address = UnsafeMutableRawPointer(pointer)
        type = Value.self
    }

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

    /// A copy of a value that is there, for those who do not know its type.
    init(copying address: UnsafeRawPointer, of type: any Any.Type) {
        func copy<Value>(_: Value.Type) -> UnsafeMutableRawPointer {
            let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            unsafe pointer.initialize(to: address.assumingMemoryBound(to: Value.self).pointee)
            return UnsafeMutableRawPointer(pointer)
        }
        unsafe self.address = unsafe _openExistential(type, do: copy)
        self.type = type
    }

    /// The word that lock-free readers find the value by.
    var word: UInt { unsafe UInt(bitPattern: address) }

    deinit {
        func destroy<Value>(_: Value.Type) {
            unsafe address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
        _openExistential(type, do: destroy)
        unsafe address.deallocate()
    }
}

/// A copy of the value at an address that is valid only until the end of the present read.
///
/// Neither inlined nor made to return the value without a reference of its own, which the optimiser does to functions
/// like this one: it may otherwise take the reference behind the end of the read, since an atomic store is no barrier to
/// it, and the value could be released in between. A test looks for the symbols of such functions.
///
/// - Parameter word: The ``ValueBox/word`` of a box with a value of this type.
@_semantics("optimize.sil.specialize.owned2guarantee.never")
@inlinable @inline(never)
func copyOfBoxedValue<Value>(at word: UInt) -> Value {
    unsafe UnsafePointer<Value>(bitPattern: word).unsafelyUnwrapped.pointee
}
