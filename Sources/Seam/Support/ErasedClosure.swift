/// A closure whose type is known only to the code that calls it.
///
/// The closure is erased inside a structure that has it as its one property, and is generic in the closure's types: so
/// generic and specialised code agree on its calling convention. It is stored as a closure and not as an object, since
/// the context of a closure is no object on Apple's platforms. Neither the erasure nor the way back instantiates
/// metadata.
@usableFromInline
struct ErasedClosure: Sendable {
    @usableFromInline let closure: @Sendable () -> Void

    /// Erases a structure of type `Typed`, which has one closure and nothing else.
    @_transparent @usableFromInline
    init<Typed>(_ typed: Typed) {
        self = unsafe unsafeBitCast(typed, to: ErasedClosure.self)
    }

    /// The structure that was erased.
    ///
    /// - Precondition: `Typed` is the type that was erased: the caller knows it from the key of a registration.
    @_transparent @usableFromInline
    func typed<Typed>(as _: Typed.Type) -> Typed {
        unsafe unsafeBitCast(self, to: Typed.self)
    }
}

/// An erased closure without a reference of its own: its owner keeps it alive while it is called.
@usableFromInline
@safe
struct BorrowedClosure {
    @usableFromInline let words: (UInt, UInt)

    @_transparent @usableFromInline
    init(_ closure: ErasedClosure) {
        words = unsafe unsafeBitCast(closure, to: (UInt, UInt).self)
    }

    /// Calls `body` with the structure that was erased; the precondition is that of ``ErasedClosure/typed(as:)``.
    ///
    /// The structure is moved out of a copy of the words, and back after the call. So the optimiser counts no reference
    /// to the closure's context, which costs a quarter of making an object, even if there is no context.
    @_transparent @usableFromInline
    func use<Typed, Result>(as _: Typed.Type, _ body: (borrowing Typed) throws -> Result) rethrows -> Result {
        var words = words
        return try unsafe Self.use(&words, body)
    }

    /// Calls `body` with the structure in some words. The address is that of an `inout` argument, since a closure that
    /// gets the address would be a call in a debug build, between two factories.
    @_transparent @usableFromInline
    static func use<Typed, Result>(
        _ words: UnsafeMutableRawPointer,
        _ body: (borrowing Typed) throws -> Result
    ) rethrows -> Result {
        let place = unsafe words.assumingMemoryBound(to: Typed.self)
        let typed = unsafe place.move()
        defer { unsafe place.initialize(to: typed) }
        return try body(typed)
    }
}
