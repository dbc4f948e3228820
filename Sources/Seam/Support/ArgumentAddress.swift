/// The address of one request's arguments: on the stack of the requesting thread, or in a ``ValueBox``.
///
/// The address is valid as long as the request is under way. Only code that knows the types reads the arguments there.
@usableFromInline
@safe
struct ArgumentAddress {
    @usableFromInline let pointer: UnsafeRawPointer

    /// The address of some arguments.
    ///
    /// The optimiser may give a value without size any address, even zero, which means that there is no address. Such a
    /// value gets a fixed address, which is never read.
    ///
    /// - Parameter hasSize: Whether the arguments take any memory.
    @inlinable
    init(_ pointer: UnsafeRawPointer, hasSize: Bool) {
        let anywhere = unsafe UnsafeRawPointer(bitPattern: MemoryLayout<UInt>.alignment).unsafelyUnwrapped
        unsafe self.pointer = unsafe hasSize ? pointer : anywhere
    }

    /// Restores an address.
    init(raw pointer: UnsafeRawPointer) { unsafe self.pointer = unsafe pointer }

    /// The address of the arguments in a box; valid as long as the box lives.
    init(_ box: ValueBox) { unsafe pointer = UnsafeRawPointer(box.address) }
}
