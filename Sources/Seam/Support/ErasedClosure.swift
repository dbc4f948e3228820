/// A closure whose type is known only to the code that calls it.
///
/// The closure is erased inside a structure that has it as its one property, and is generic in the closure's types: so
/// generic and specialised code agree on its calling convention. It is stored as a closure and not as an object, since
/// the context of a closure is no object on Apple's platforms. Neither the erasure nor the way back instantiates
/// metadata.
@usableFromInline
struct ErasedClosure: Sendable {
    let closure: @Sendable () -> Void

    /// Erases a structure of type `Typed`, which has one closure and nothing else.
    @_transparent @usableFromInline
    init<Typed>(_ typed: Typed) {
        self = unsafe unsafeBitCast(typed, to: ErasedClosure.self)
    }

    /// The structure that was erased.
    ///
    /// - Precondition: `Typed` is the type that was erased: the caller knows it from the key of a registration, or as
    ///   the type of a lazy value.
    @_transparent
    func typed<Typed>(as _: Typed.Type) -> Typed {
        unsafe unsafeBitCast(self, to: Typed.self)
    }
}

/// An erased closure without a reference of its own: its owner keeps it alive while it is called.
///
/// Specialised code takes the structure out of the words for a call, and puts it back afterwards, so that no reference
/// to the closure's context is counted. Counting costs a quarter of making an object, even if there is no context. Code
/// that is not specialised counts the reference, since it would need the metadata of the structure to move it.
///
/// The structure has one closure, which is two words. A structure that is moved out leaves words that own nothing, and
/// is put back before its owner could release it: so the counts are equal before and after the call. The words are not
/// read in between, and nothing else refers to them.
@usableFromInline
@safe
struct BorrowedClosure {
    @usableFromInline var words: (UInt, UInt)

    @_transparent @usableFromInline
    init(_ closure: ErasedClosure) {
        words = unsafe unsafeBitCast(closure, to: (UInt, UInt).self)
    }

    /// Takes the structure that was erased; the precondition is that of ``ErasedClosure/typed(as:)``.
    ///
    /// The caller calls the structure in place, and always puts it back.
    ///
    /// - Parameter isMoved: Whether the structure is moved out of the words, and not copied. The caller passes the same
    ///   value to ``putBack(_:isMoved:)``.
    @inlinable @inline(__always)
    mutating func take<Typed>(isMoved: Bool) -> Typed {
        guard isMoved else { return unsafe unsafeBitCast(words, to: Typed.self) }
        return unsafe Self.move(from: &words)
    }

    /// Puts back the structure that was taken.
    @inlinable @inline(__always)
    mutating func putBack<Typed>(_ typed: __owned Typed, isMoved: Bool) {
        guard isMoved else { return }
        unsafe Self.move(typed, to: &words)
    }

    /// Calls `body` with the structure that was erased; the precondition is that of ``take(isMoved:)``.
    @inlinable @inline(__always)
    func use<Typed, Result>(as _: Typed.Type, _ body: (borrowing Typed) throws -> Result) rethrows -> Result {
        // Decided once: if the `defer` block came to another answer, a reference would be lost or released twice.
        let isMoved = _isConcrete(Typed.self)
        var closure = self
        let typed: Typed = closure.take(isMoved: isMoved)
        defer { closure.putBack(typed, isMoved: isMoved) }
        return try body(typed)
    }

    @inlinable @inline(__always)
    static func move<Typed>(from words: UnsafeMutableRawPointer) -> Typed {
        unsafe words.bindMemory(to: Typed.self, capacity: 1).move()
    }

    @inlinable @inline(__always)
    static func move<Typed>(_ typed: __owned Typed, to words: UnsafeMutableRawPointer) {
        unsafe words.bindMemory(to: Typed.self, capacity: 1).initialize(to: typed)
    }
}
