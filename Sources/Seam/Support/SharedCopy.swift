/// A copy of the value at an address that is valid only until the end of the present read.
///
/// Not inlined: the compiler may otherwise move the retain behind the end of the read, since an atomic store is no
/// barrier to it, and the value could be released in between.
///
/// - Parameter word: What ``PublishedValue/word`` gave for a value of this type.
@inlinable @inline(never)
func copyOfShared<Value>(at word: UInt) -> Value {
    UnsafePointer<Value>(bitPattern: word).unsafelyUnwrapped.pointee
}
