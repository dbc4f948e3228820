/// A copy of the value at an address that is valid only until the end of the present read.
///
/// Not inlined: the compiler may otherwise move the retain behind the end of the read, since an atomic store is no
/// barrier to it, and the value could be released in between.
@inlinable @inline(never)
func copyOfShared<Value>(_ address: UnsafePointer<Value>) -> Value {
    address.pointee
}

/// A reference to the object at an address that is valid only until the end of the present read; not inlined for the
/// same reason.
@inline(never)
func retainedShared<Object: AnyObject>(_ address: UnsafeRawPointer) -> Object {
    Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
}
