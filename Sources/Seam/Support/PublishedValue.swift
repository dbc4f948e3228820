/// A value at a fixed address, which lock-free readers copy while somebody holds this object.
final class PublishedValue<Value>: @unchecked Sendable {
    // Unchecked because of the pointer: what it points to is written before the object is shared and never again.
    private let address: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    var value: Value { address.pointee }

    /// What lock-free readers find the value by.
    var word: UInt { UInt(bitPattern: address) }

    deinit {
        address.deinitialize(count: 1).deallocate()
    }
}

/// A copy of the value at an address that is valid only until the end of the present read.
///
/// Neither inlined nor made to return the value without a reference of its own, which the optimiser does to functions
/// like this one: it may otherwise take the reference behind the end of the read, since an atomic store is no barrier to
/// it, and the value could be released in between. A test looks for the symbols of such functions.
///
/// - Parameter word: What ``PublishedValue/word`` gave for a value of this type.
@_semantics("optimize.sil.specialize.owned2guarantee.never")
@inlinable @inline(never)
func copyOfPublished<Value>(at word: UInt) -> Value {
    UnsafePointer<Value>(bitPattern: word).unsafelyUnwrapped.pointee
}
